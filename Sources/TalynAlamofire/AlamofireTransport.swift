#if Alamofire
#endif
