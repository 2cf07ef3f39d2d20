module timedoperation/interop

go 1.19
