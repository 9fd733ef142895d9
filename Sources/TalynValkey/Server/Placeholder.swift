#if Valkey
#endif
