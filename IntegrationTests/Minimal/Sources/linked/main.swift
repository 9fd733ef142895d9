import Talyn
import TalynCache
import TalynMacros
import TalynObservability
import TalynStubServer
import TalynStubs

let cache = MemoryCacheStore()
print(cache)
