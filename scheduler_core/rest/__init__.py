"""The REST interface of the API server: resources, discovery, tables, lists, writes, watches.

Source: the Kubernetes API conventions and kube-apiserver v1.34, as kubectl and the Python client observe it.
"""
