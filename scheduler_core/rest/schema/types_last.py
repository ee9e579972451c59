"""Types of Kubernetes' API with their fields: made by tools/kube_fields.py, read by fields.py."""

TYPES = """
NodeConfigSource configMap:ConfigMapNodeConfigSource
NodeConfigStatus active:NodeConfigSource assigned:NodeConfigSource error:s lastKnownGood:NodeConfigSource
NodeDaemonEndpoints kubeletEndpoint:DaemonEndpoint
NodeFeatures supplementalGroupsPolicy:b
NodePodPreemptionPolicy disableResizePreemption:[s]
NodeRuntimeHandler features:NodeRuntimeHandlerFeatures name:s
NodeRuntimeHandlerFeatures recursiveReadOnlyMounts:b userNamespaces:b
NodeSelector nodeSelectorTerms:[NodeSelectorTerm]
NodeSelectorRequirement key:s operator:s values:[s]
NodeSelectorTerm matchExpressions:[NodeSelectorRequirement] matchFields:[NodeSelectorRequirement]
NodeSpec configSource:NodeConfigSource externalID:s podCIDR:s podCIDRs:[s]
 podPreemptionPolicy:NodePodPreemptionPolicy providerID:s taints:[Taint] unschedulable:b
NodeStatus addresses:[NodeAddress] allocatable:{s} capacity:{s} conditions:[NodeCondition]
 config:NodeConfigStatus daemonEndpoints:NodeDaemonEndpoints declaredFeatures:[s] features:NodeFeatures
 images:[ContainerImage] nodeInfo:NodeSystemInfo phase:s runtimeHandlers:[NodeRuntimeHandler]
 volumesAttached:[AttachedVolume] volumesInUse:[s]
NodeSwapStatus capacity:i
NodeSystemInfo architecture:s bootID:s containerRuntimeVersion:s kernelVersion:s kubeProxyVersion:s
 kubeletVersion:s machineID:s operatingSystem:s osImage:s runningInUserNamespace:b swap:NodeSwapStatus
 systemUUID:s
ObjectFieldSelector apiVersion:s fieldPath:s
ObjectMeta annotations:{s} creationTimestamp:t deletionGracePeriodSeconds:i deletionTimestamp:t
 finalizers:[s] generateName:s generation:i labels:{s} managedFields:[ManagedFieldsEntry] name:s namespace:s
 ownerReferences:[OwnerReference] resourceVersion:s selfLink:s uid:s
ObjectReference apiVersion:s fieldPath:s kind:s name:s namespace:s resourceVersion:s uid:s
OpaqueDeviceConfiguration driver:s parameters:o
OwnerReference apiVersion:s blockOwnerDeletion:b controller:b kind:s name:s uid:s
PersistentVolume apiVersion:s kind:s metadata:ObjectMeta spec:PersistentVolumeSpec
 status:PersistentVolumeStatus
PersistentVolumeClaim apiVersion:s kind:s metadata:ObjectMeta spec:PersistentVolumeClaimSpec
 status:PersistentVolumeClaimStatus
PersistentVolumeClaimCondition lastProbeTime:t lastTransitionTime:t message:s reason:s status:s type:s
PersistentVolumeClaimSpec accessModes:[s] dataSource:TypedLocalObjectReference
 dataSourceRef:TypedObjectReference resources:VolumeResourceRequirements selector:LabelSelector
 storageClassName:s volumeAttributesClassName:s volumeMode:s volumeName:s
PersistentVolumeClaimStatus accessModes:[s] allocatedResourceStatuses:{s} allocatedResources:{s}
 capacity:{s} conditions:[PersistentVolumeClaimCondition] currentVolumeAttributesClassName:s
 healthStatus:VolumeHealthStatus modifyVolumeStatus:ModifyVolumeStatus phase:s
PersistentVolumeClaimTemplate metadata:ObjectMeta spec:PersistentVolumeClaimSpec
PersistentVolumeClaimVolumeSource claimName:s readOnly:b
PersistentVolumeSpec accessModes:[s] awsElasticBlockStore:AWSElasticBlockStoreVolumeSource
 azureDisk:AzureDiskVolumeSource azureFile:AzureFilePersistentVolumeSource capacity:{s}
 cephfs:CephFSPersistentVolumeSource cinder:CinderPersistentVolumeSource claimRef:ObjectReference
 csi:CSIPersistentVolumeSource fc:FCVolumeSource flexVolume:FlexPersistentVolumeSource
 flocker:FlockerVolumeSource gcePersistentDisk:GCEPersistentDiskVolumeSource
 glusterfs:GlusterfsPersistentVolumeSource hostPath:HostPathVolumeSource iscsi:ISCSIPersistentVolumeSource
 local:LocalVolumeSource mountOptions:[s] nfs:NFSVolumeSource nodeAffinity:VolumeNodeAffinity
 persistentVolumeReclaimPolicy:s photonPersistentDisk:PhotonPersistentDiskVolumeSource
 portworxVolume:PortworxVolumeSource quobyte:QuobyteVolumeSource rbd:RBDPersistentVolumeSource
 scaleIO:ScaleIOPersistentVolumeSource storageClassName:s storageos:StorageOSPersistentVolumeSource
 volumeAttributesClassName:s volumeMode:s vsphereVolume:VsphereVirtualDiskVolumeSource
PersistentVolumeStatus lastPhaseTransitionTime:t message:s phase:s reason:s
PhotonPersistentDiskVolumeSource fsType:s pdID:s
Pod apiVersion:s kind:s metadata:ObjectMeta spec:PodSpec status:PodStatus
PodAffinity preferredDuringSchedulingIgnoredDuringExecution:[WeightedPodAffinityTerm]
 requiredDuringSchedulingIgnoredDuringExecution:[PodAffinityTerm]
PodAffinityTerm labelSelector:LabelSelector matchLabelKeys:[s] mismatchLabelKeys:[s]
 namespaceSelector:LabelSelector namespaces:[s] topologyKey:s
PodAntiAffinity preferredDuringSchedulingIgnoredDuringExecution:[WeightedPodAffinityTerm]
 requiredDuringSchedulingIgnoredDuringExecution:[PodAffinityTerm]
PodCertificateProjection certificateChainPath:s credentialBundlePath:s keyPath:s keyType:s
 maxExpirationSeconds:i signerName:s user:i userAnnotations:{s}
PodCondition lastProbeTime:t lastTransitionTime:t message:s observedGeneration:i reason:s status:s type:s
PodDNSConfig nameservers:[s] options:[PodDNSConfigOption] searches:[s]
PodDNSConfigOption name:s value:s
PodDisruptionBudget apiVersion:s kind:s metadata:ObjectMeta spec:PodDisruptionBudgetSpec
 status:PodDisruptionBudgetStatus
PodDisruptionBudgetSpec maxUnavailable:o minAvailable:o selector:LabelSelector unhealthyPodEvictionPolicy:s
PodDisruptionBudgetStatus conditions:[Condition] currentHealthy:i desiredHealthy:i disruptedPods:{t}
 disruptionsAllowed:i expectedPods:i observedGeneration:i
PodExtendedResourceClaimStatus requestMappings:[ContainerExtendedResourceRequest] resourceClaimName:s
PodFailurePolicy rules:[PodFailurePolicyRule]
PodFailurePolicyOnExitCodesRequirement containerName:s operator:s values:[i]
PodFailurePolicyOnPodConditionsPattern status:s type:s
PodFailurePolicyRule action:s onExitCodes:PodFailurePolicyOnExitCodesRequirement
 onPodConditions:[PodFailurePolicyOnPodConditionsPattern]
PodIP ip:s
PodOS name:s
PodReadinessGate conditionType:s
PodResourceClaim name:s resourceClaimName:s resourceClaimTemplateName:s
PodResourceClaimStatus name:s resourceClaimName:s
PodSchedulingGate name:s
PodSchedulingGroup podGroupName:s
PodSecurityContext appArmorProfile:AppArmorProfile fsGroup:i fsGroupChangePolicy:s runAsGroup:i
 runAsNonRoot:b runAsUser:i seLinuxChangePolicy:s seLinuxOptions:SELinuxOptions
 seccompProfile:SeccompProfile supplementalGroups:[i] supplementalGroupsPolicy:s sysctls:[Sysctl]
 windowsOptions:WindowsSecurityContextOptions
PodSpec activeDeadlineSeconds:i affinity:Affinity automountServiceAccountToken:b containers:[Container]
 dnsConfig:PodDNSConfig dnsPolicy:s enableServiceLinks:b ephemeralContainers:[EphemeralContainer]
 evictionResponders:[EvictionResponder] hostAliases:[HostAlias] hostIPC:b hostNetwork:b hostPID:b
 hostUsers:b hostname:s hostnameOverride:s imagePullSecrets:[LocalObjectReference]
 initContainers:[Container] nodeName:s nodeSelector:{s} os:PodOS overhead:{s} preemptionPolicy:s priority:i
 priorityClassName:s readinessGates:[PodReadinessGate] resourceClaims:[PodResourceClaim]
 resources:ResourceRequirements restartPolicy:s runtimeClassName:s schedulerName:s
 schedulingGates:[PodSchedulingGate] schedulingGroup:PodSchedulingGroup securityContext:PodSecurityContext
 serviceAccount:s serviceAccountName:s setHostnameAsFQDN:b shareProcessNamespace:b subdomain:s
 terminationGracePeriodSeconds:i tolerations:[Toleration]
 topologySpreadConstraints:[TopologySpreadConstraint] volumes:[Volume]
PodStatus allocatedResources:{s} conditions:[PodCondition] containerStatuses:[ContainerStatus]
 ephemeralContainerStatuses:[ContainerStatus] extendedResourceClaimStatus:PodExtendedResourceClaimStatus
 hostIP:s hostIPs:[HostIP] initContainerStatuses:[ContainerStatus] message:s
 nodeAllocatableResourceClaimStatuses:[NodeAllocatableResourceClaimStatus] nominatedNodeName:s
 observedGeneration:i phase:s podIP:s podIPs:[PodIP] qosClass:s reason:s resize:s
 resourceClaimStatuses:[PodResourceClaimStatus] resources:ResourceRequirements startTime:t
 volumeHealth:[PodVolumeHealth]
PodTemplateSpec metadata:ObjectMeta spec:PodSpec
PodVolumeHealth healthConditions:[VolumeHealthCondition] lastTransitionTime:t name:s
PortStatus error:s port:i protocol:s
PortworxVolumeSource fsType:s readOnly:b volumeID:s
Preconditions resourceVersion:s uid:s
PreferredSchedulingTerm preference:NodeSelectorTerm weight:i
PriorityClass apiVersion:s description:s globalDefault:b kind:s metadata:ObjectMeta preemptionPolicy:s
 value:i
Probe exec:ExecAction failureThreshold:i grpc:GRPCAction httpGet:HTTPGetAction initialDelaySeconds:i
 periodSeconds:i successThreshold:i tcpSocket:TCPSocketAction terminationGracePeriodSeconds:i
 timeoutSeconds:i
ProjectedVolumeSource defaultMode:i defaultUser:i sources:[VolumeProjection]
QuobyteVolumeSource group:s readOnly:b registry:s tenant:s user:s volume:s
RBDPersistentVolumeSource fsType:s image:s keyring:s monitors:[s] pool:s readOnly:b
 secretRef:SecretReference user:s
RBDVolumeSource fsType:s image:s keyring:s monitors:[s] pool:s readOnly:b secretRef:LocalObjectReference
 user:s
ReplicaSet apiVersion:s kind:s metadata:ObjectMeta spec:ReplicaSetSpec status:ReplicaSetStatus
ReplicaSetCondition lastTransitionTime:t message:s reason:s status:s type:s
ReplicaSetSpec minReadySeconds:i replicas:i selector:LabelSelector template:PodTemplateSpec
ReplicaSetStatus availableReplicas:i conditions:[ReplicaSetCondition] fullyLabeledReplicas:i
 observedGeneration:i readyReplicas:i replicas:i terminatingReplicas:i
ReplicationController apiVersion:s kind:s metadata:ObjectMeta spec:ReplicationControllerSpec
 status:ReplicationControllerStatus
ReplicationControllerCondition lastTransitionTime:t message:s reason:s status:s type:s
ReplicationControllerSpec minReadySeconds:i replicas:i selector:{s} template:PodTemplateSpec
ReplicationControllerStatus availableReplicas:i conditions:[ReplicationControllerCondition]
 fullyLabeledReplicas:i observedGeneration:i readyReplicas:i replicas:i
ResourceClaim apiVersion:s kind:s metadata:ObjectMeta spec:ResourceClaimSpec status:ResourceClaimStatus
ResourceClaimConsumerReference apiGroup:s name:s resource:s uid:s
ResourceClaimSpec devices:DeviceClaim
ResourceClaimStatus allocation:AllocationResult devices:[AllocatedDeviceStatus]
 reservedFor:[ResourceClaimConsumerReference]
ResourceClaimTemplate apiVersion:s kind:s metadata:ObjectMeta spec:ResourceClaimTemplateSpec
ResourceClaimTemplateSpec metadata:ObjectMeta spec:ResourceClaimSpec
ResourceFieldSelector containerName:s divisor:s resource:s
ResourceHealth health:s message:s resourceID:s
ResourcePool generation:i name:s resourceSliceCount:i
ResourceRequirements claims:[ResourceClaim] limits:{s} requests:{s}
ResourceSlice apiVersion:s kind:s metadata:ObjectMeta spec:ResourceSliceSpec
ResourceSliceSpec allNodes:b devices:[Device] driver:s nodeName:s nodeSelector:NodeSelector
 partitionTypeAttribute:s perDeviceNodeSelection:b pool:ResourcePool sharedCounters:[CounterSet]
 skipNodeOperations:[s]
ResourceStatus name:s resources:[ResourceHealth]
RollingUpdateDaemonSet maxSurge:o maxUnavailable:o
RollingUpdateDeployment maxSurge:o maxUnavailable:o
RollingUpdateStatefulSetStrategy maxUnavailable:o partition:i
SELinuxOptions level:s role:s type:s user:s
Scale apiVersion:s kind:s metadata:ObjectMeta spec:ScaleSpec status:ScaleStatus
ScaleIOPersistentVolumeSource fsType:s gateway:s protectionDomain:s readOnly:b secretRef:SecretReference
 sslEnabled:b storageMode:s storagePool:s system:s volumeName:s
ScaleIOVolumeSource fsType:s gateway:s protectionDomain:s readOnly:b secretRef:LocalObjectReference
 sslEnabled:b storageMode:s storagePool:s system:s volumeName:s
ScaleSpec replicas:i
ScaleStatus replicas:i selector:s
SeccompProfile localhostProfile:s type:s
Secret apiVersion:s data:{s} immutable:b kind:s metadata:ObjectMeta stringData:{s} type:s
SecretEnvSource name:s optional:b
SecretKeySelector key:s name:s optional:b
SecretProjection items:[KeyToPath] name:s optional:b
SecretReference name:s namespace:s
SecretVolumeSource defaultMode:i defaultUser:i items:[KeyToPath] optional:b secretName:s
SecurityContext allowPrivilegeEscalation:b appArmorProfile:AppArmorProfile capabilities:Capabilities
 privileged:b procMount:s readOnlyRootFilesystem:b runAsGroup:i runAsNonRoot:b runAsUser:i
 seLinuxOptions:SELinuxOptions seccompProfile:SeccompProfile windowsOptions:WindowsSecurityContextOptions
Service apiVersion:s kind:s metadata:ObjectMeta spec:ServiceSpec status:ServiceStatus
ServiceAccount apiVersion:s automountServiceAccountToken:b imagePullSecrets:[LocalObjectReference] kind:s
 metadata:ObjectMeta secrets:[ObjectReference]
ServiceAccountTokenProjection audience:s expirationSeconds:i path:s user:i
ServicePort appProtocol:s name:s nodePort:i port:i protocol:s targetPort:o
ServiceSpec allocateLoadBalancerNodePorts:b clusterIP:s clusterIPs:[s] externalIPs:[s] externalName:s
 externalTrafficPolicy:s healthCheckNodePort:i internalTrafficPolicy:s ipFamilies:[s] ipFamilyPolicy:s
 loadBalancerClass:s loadBalancerIP:s loadBalancerSourceRanges:[s] ports:[ServicePort]
 publishNotReadyAddresses:b selector:{s} sessionAffinity:s sessionAffinityConfig:SessionAffinityConfig
 trafficDistribution:s type:s
ServiceStatus conditions:[Condition] loadBalancer:LoadBalancerStatus
SessionAffinityConfig clientIP:ClientIPConfig
SleepAction seconds:i
StatefulSet apiVersion:s kind:s metadata:ObjectMeta spec:StatefulSetSpec status:StatefulSetStatus
StatefulSetCondition lastTransitionTime:t message:s reason:s status:s type:s
StatefulSetOrdinals start:i
StatefulSetPersistentVolumeClaimRetentionPolicy whenDeleted:s whenScaled:s
StatefulSetSpec minReadySeconds:i ordinals:StatefulSetOrdinals
 persistentVolumeClaimRetentionPolicy:StatefulSetPersistentVolumeClaimRetentionPolicy podManagementPolicy:s
 replicas:i revisionHistoryLimit:i selector:LabelSelector serviceName:s template:PodTemplateSpec
 updateStrategy:StatefulSetUpdateStrategy volumeClaimTemplates:[PersistentVolumeClaim]
StatefulSetStatus availableReplicas:i collisionCount:i conditions:[StatefulSetCondition] currentReplicas:i
 currentRevision:s observedGeneration:i readyReplicas:i replicas:i updateRevision:s updatedReplicas:i
StatefulSetUpdateStrategy rollingUpdate:RollingUpdateStatefulSetStrategy type:s
StorageClass allowVolumeExpansion:b allowedTopologies:[TopologySelectorTerm] apiVersion:s kind:s
 metadata:ObjectMeta mountOptions:[s] parameters:{s} provisioner:s reclaimPolicy:s volumeBindingMode:s
StorageHealth healthConditions:[StorageHealthCondition] name:s
StorageHealthCondition accessMode:s lastTransitionTime:t message:s reason:s status:s volumeMode:s
StorageOSPersistentVolumeSource fsType:s readOnly:b secretRef:ObjectReference volumeName:s volumeNamespace:s
StorageOSVolumeSource fsType:s readOnly:b secretRef:LocalObjectReference volumeName:s volumeNamespace:s
StorageV1TokenRequest audience:s expirationSeconds:i
SuccessPolicy rules:[SuccessPolicyRule]
SuccessPolicyRule succeededCount:i succeededIndexes:s
Sysctl name:s value:s
TCPSocketAction host:s port:o
Taint effect:s key:s timeAdded:t value:s
Toleration effect:s key:s operator:s tolerationSeconds:i value:s
TopologySelectorLabelRequirement key:s values:[s]
TopologySelectorTerm matchLabelExpressions:[TopologySelectorLabelRequirement]
TopologySpreadConstraint labelSelector:LabelSelector matchLabelKeys:[s] maxSkew:i minDomains:i
 nodeAffinityPolicy:s nodeTaintsPolicy:s topologyKey:s whenUnsatisfiable:s
TypedLocalObjectReference apiGroup:s kind:s name:s
TypedObjectReference apiGroup:s kind:s name:s namespace:s
UncountedTerminatedPods failed:[s] succeeded:[s]
V1alpha3TopologyConstraint key:s
V1alpha3WorkloadPodGroupDisruptionMode all:o single:o
V1alpha3WorkloadPodGroupGangSchedulingPolicy minCount:i
V1alpha3WorkloadPodGroupResourceClaim name:s resourceClaimName:s resourceClaimTemplateName:s
V1alpha3WorkloadPodGroupSchedulingConstraints topology:[V1alpha3TopologyConstraint]
V1alpha3WorkloadPodGroupSchedulingPolicy basic:o gang:V1alpha3WorkloadPodGroupGangSchedulingPolicy
Volume awsElasticBlockStore:AWSElasticBlockStoreVolumeSource azureDisk:AzureDiskVolumeSource
 azureFile:AzureFileVolumeSource cephfs:CephFSVolumeSource cinder:CinderVolumeSource
 configMap:ConfigMapVolumeSource csi:CSIVolumeSource downwardAPI:DownwardAPIVolumeSource
 emptyDir:EmptyDirVolumeSource ephemeral:EphemeralVolumeSource fc:FCVolumeSource flexVolume:FlexVolumeSource
 flocker:FlockerVolumeSource gcePersistentDisk:GCEPersistentDiskVolumeSource gitRepo:GitRepoVolumeSource
 glusterfs:GlusterfsVolumeSource hostPath:HostPathVolumeSource image:ImageVolumeSource
 iscsi:ISCSIVolumeSource name:s nfs:NFSVolumeSource persistentVolumeClaim:PersistentVolumeClaimVolumeSource
 photonPersistentDisk:PhotonPersistentDiskVolumeSource portworxVolume:PortworxVolumeSource
 projected:ProjectedVolumeSource quobyte:QuobyteVolumeSource rbd:RBDVolumeSource scaleIO:ScaleIOVolumeSource
 secret:SecretVolumeSource storageos:StorageOSVolumeSource vsphereVolume:VsphereVirtualDiskVolumeSource
VolumeAttachment apiVersion:s kind:s metadata:ObjectMeta spec:VolumeAttachmentSpec
 status:VolumeAttachmentStatus
VolumeAttachmentSource inlineVolumeSpec:PersistentVolumeSpec persistentVolumeName:s
VolumeAttachmentSpec attacher:s nodeName:s source:VolumeAttachmentSource
VolumeAttachmentStatus attachError:VolumeError attached:b attachmentMetadata:{s} detachError:VolumeError
VolumeDevice devicePath:s name:s
VolumeError errorCode:i message:s time:t
VolumeHealthCondition message:s reason:s status:s
VolumeHealthStatus healthConditions:[VolumeHealthCondition] lastTransitionTime:t
VolumeMount bindMountOptions:[s] mountPath:s mountPropagation:s name:s readOnly:b recursiveReadOnly:s
 subPath:s subPathExpr:s
VolumeMountStatus mountPath:s name:s readOnly:b recursiveReadOnly:s volumeStatus:VolumeStatus
VolumeNodeAffinity required:NodeSelector
VolumeNodeResources count:i
VolumeProjection clusterTrustBundle:ClusterTrustBundleProjection configMap:ConfigMapProjection
 downwardAPI:DownwardAPIProjection podCertificate:PodCertificateProjection secret:SecretProjection
 serviceAccountToken:ServiceAccountTokenProjection
VolumeResourceRequirements limits:{s} requests:{s}
VolumeStatus image:ImageVolumeStatus
VsphereVirtualDiskVolumeSource fsType:s storagePolicyID:s storagePolicyName:s volumePath:s
WeightedPodAffinityTerm podAffinityTerm:PodAffinityTerm weight:i
WindowsSecurityContextOptions gmsaCredentialSpec:s gmsaCredentialSpecName:s hostProcess:b runAsUserName:s
"""
