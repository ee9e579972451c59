"""The EndpointSlice controller (pkg/controller/endpointslice)."""
