"""The DynamicResources plugin: claims of a pod, the allocator of devices, and the plugin itself."""
