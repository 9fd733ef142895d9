import Talyn
import TalynCache
import TalynMacros
import TalynObservability
import TalynRecordings
import TalynStubServer
import TalynStubs

let cache = MemoryCacheStore()
print(cache)
