"""Types of Kubernetes' API with their fields: made by tools/kube_fields.py, read by fields.py."""

TYPES = """
AWSElasticBlockStoreVolumeSource fsType:s partition:i readOnly:b volumeID:s
Affinity nodeAffinity:NodeAffinity podAffinity:PodAffinity podAntiAffinity:PodAntiAffinity
AllocatedDeviceStatus conditions:[Condition] data:o device:s driver:s networkData:NetworkDeviceData pool:s
 shareID:s
AllocationResult allocationTimestamp:t devices:DeviceAllocationResult nodeSelector:NodeSelector
AppArmorProfile localhostProfile:s type:s
AttachedVolume devicePath:s name:s
AzureDiskVolumeSource cachingMode:s diskName:s diskURI:s fsType:s kind:s readOnly:b
AzureFilePersistentVolumeSource readOnly:b secretName:s secretNamespace:s shareName:s
AzureFileVolumeSource readOnly:b secretName:s shareName:s
Binding apiVersion:s kind:s metadata:ObjectMeta target:ObjectReference
CELDeviceSelector expression:s
CSIDriver apiVersion:s kind:s metadata:ObjectMeta spec:CSIDriverSpec
CSIDriverSpec attachRequired:b fsGroupPolicy:s nodeAllocatableUpdatePeriodSeconds:i podInfoOnMount:b
 preventPodSchedulingIfMissing:b requiresRepublish:b seLinuxMount:b serviceAccountTokenInSecrets:b
 storageCapacity:b tokenRequests:[StorageV1TokenRequest] volumeLifecycleModes:[s]
CSINode apiVersion:s kind:s metadata:ObjectMeta spec:CSINodeSpec status:CSINodeStatus
CSINodeDriver allocatable:VolumeNodeResources name:s nodeID:s topologyKeys:[s]
CSINodeSpec drivers:[CSINodeDriver]
CSINodeStatus storageHealth:[StorageHealth]
CSIPersistentVolumeSource controllerExpandSecretRef:SecretReference
 controllerPublishSecretRef:SecretReference driver:s fsType:s nodeExpandSecretRef:SecretReference
 nodePublishSecretRef:SecretReference nodeStageSecretRef:SecretReference readOnly:b volumeAttributes:{s}
 volumeHandle:s
CSIStorageCapacity apiVersion:s capacity:s kind:s maximumVolumeSize:s metadata:ObjectMeta
 nodeTopology:LabelSelector storageClassName:s
CSIVolumeSource driver:s fsType:s nodePublishSecretRef:LocalObjectReference readOnly:b volumeAttributes:{s}
Capabilities add:[s] drop:[s]
CapacityRequestPolicy default:s validRange:CapacityRequestPolicyRange validValues:[s]
CapacityRequestPolicyRange max:s min:s step:s
CapacityRequirements requests:{s}
CephFSPersistentVolumeSource monitors:[s] path:s readOnly:b secretFile:s secretRef:SecretReference user:s
CephFSVolumeSource monitors:[s] path:s readOnly:b secretFile:s secretRef:LocalObjectReference user:s
CinderPersistentVolumeSource fsType:s readOnly:b secretRef:SecretReference volumeID:s
CinderVolumeSource fsType:s readOnly:b secretRef:LocalObjectReference volumeID:s
ClientIPConfig timeoutSeconds:i
ClusterTrustBundleProjection labelSelector:LabelSelector name:s optional:b path:s signerName:s user:i
Condition lastTransitionTime:t message:s observedGeneration:i reason:s status:s type:s
ConfigMap apiVersion:s binaryData:{s} data:{s} immutable:b kind:s metadata:ObjectMeta
ConfigMapEnvSource name:s optional:b
ConfigMapKeySelector key:s name:s optional:b
ConfigMapNodeConfigSource kubeletConfigKey:s name:s namespace:s resourceVersion:s uid:s
ConfigMapProjection items:[KeyToPath] name:s optional:b
ConfigMapVolumeSource defaultMode:i defaultUser:i items:[KeyToPath] name:s optional:b
Container args:[s] command:[s] env:[EnvVar] envFrom:[EnvFromSource] image:s imagePullPolicy:s
 lifecycle:Lifecycle livenessProbe:Probe name:s ports:[ContainerPort] readinessProbe:Probe
 resizePolicy:[ContainerResizePolicy] resources:ResourceRequirements restartPolicy:s
 restartPolicyRules:[ContainerRestartRule] securityContext:SecurityContext startupProbe:Probe stdin:b
 stdinOnce:b terminationMessagePath:s terminationMessagePolicy:s tty:b volumeDevices:[VolumeDevice]
 volumeMounts:[VolumeMount] workingDir:s
ContainerExtendedResourceRequest containerName:s requestName:s resourceName:s
ContainerImage names:[s] sizeBytes:i
ContainerPort containerPort:i hostIP:s hostPort:i name:s protocol:s
ContainerResizePolicy resourceName:s restartPolicy:s
ContainerRestartRule action:s exitCodes:ContainerRestartRuleOnExitCodes
ContainerRestartRuleOnExitCodes operator:s values:[i]
ContainerState running:ContainerStateRunning terminated:ContainerStateTerminated
 waiting:ContainerStateWaiting
ContainerStateRunning startedAt:t
ContainerStateTerminated containerID:s exitCode:i finishedAt:t message:s reason:s signal:i startedAt:t
ContainerStateWaiting message:s reason:s
ContainerStatus allocatedResources:{s} allocatedResourcesStatus:[ResourceStatus] containerID:s image:s
 imageID:s lastState:ContainerState name:s ready:b resources:ResourceRequirements restartCount:i started:b
 state:ContainerState stopSignal:s user:ContainerUser volumeMounts:[VolumeMountStatus]
ContainerUser linux:LinuxContainerUser
ControllerRevision apiVersion:s data:o kind:s metadata:ObjectMeta revision:i
Counter value:s
CounterSet counters:{Counter} name:s
CronJob apiVersion:s kind:s metadata:ObjectMeta spec:CronJobSpec status:CronJobStatus
CronJobSpec concurrencyPolicy:s failedJobsHistoryLimit:i jobTemplate:JobTemplateSpec schedule:s
 startingDeadlineSeconds:i successfulJobsHistoryLimit:i suspend:b timeZone:s
CronJobStatus active:[ObjectReference] lastScheduleTime:t lastSuccessfulTime:t
DaemonEndpoint Port:i
DaemonSet apiVersion:s kind:s metadata:ObjectMeta spec:DaemonSetSpec status:DaemonSetStatus
DaemonSetCondition lastTransitionTime:t message:s reason:s status:s type:s
DaemonSetSpec minReadySeconds:i revisionHistoryLimit:i selector:LabelSelector template:PodTemplateSpec
 updateStrategy:DaemonSetUpdateStrategy
DaemonSetStatus collisionCount:i conditions:[DaemonSetCondition] currentNumberScheduled:i
 desiredNumberScheduled:i numberAvailable:i numberMisscheduled:i numberReady:i numberUnavailable:i
 observedGeneration:i updatedNumberScheduled:i
DaemonSetUpdateStrategy rollingUpdate:RollingUpdateDaemonSet type:s
DeleteOptions apiVersion:s dryRun:[s] gracePeriodSeconds:i
 ignoreStoreReadErrorWithClusterBreakingPotential:b kind:s orphanDependents:b preconditions:Preconditions
 propagationPolicy:s
Deployment apiVersion:s kind:s metadata:ObjectMeta spec:DeploymentSpec status:DeploymentStatus
DeploymentCondition lastTransitionTime:t lastUpdateTime:t message:s reason:s status:s type:s
DeploymentSpec minReadySeconds:i paused:b progressDeadlineSeconds:i replicas:i revisionHistoryLimit:i
 selector:LabelSelector strategy:DeploymentStrategy template:PodTemplateSpec
DeploymentStatus availableReplicas:i collisionCount:i conditions:[DeploymentCondition] observedGeneration:i
 readyReplicas:i replicas:i terminatingReplicas:i unavailableReplicas:i updatedReplicas:i
DeploymentStrategy rollingUpdate:RollingUpdateDeployment type:s
Device allNodes:b allowMultipleAllocations:b attributes:{DeviceAttribute} bindingConditions:[s]
 bindingFailureConditions:[s] bindsToNode:b capacity:{DeviceCapacity}
 consumesCounters:[DeviceCounterConsumption] name:s nodeAllocatableResources:{NodeAllocatableResource}
 nodeName:s nodeSelector:NodeSelector taints:[DeviceTaint]
DeviceAllocationConfiguration opaque:OpaqueDeviceConfiguration requests:[s] source:s
DeviceAllocationResult config:[DeviceAllocationConfiguration] results:[DeviceRequestAllocationResult]
DeviceAttribute bool:b bools:[b] int:i ints:[i] string:s strings:[s] version:s versions:[s]
DeviceCapacity requestPolicy:CapacityRequestPolicy value:s
DeviceClaim config:[DeviceClaimConfiguration] constraints:[DeviceConstraint] requests:[DeviceRequest]
DeviceClaimConfiguration opaque:OpaqueDeviceConfiguration requests:[s]
DeviceClass apiVersion:s kind:s metadata:ObjectMeta spec:DeviceClassSpec
DeviceClassConfiguration opaque:OpaqueDeviceConfiguration
DeviceClassSpec config:[DeviceClassConfiguration] extendedResourceName:s selectors:[DeviceSelector]
DeviceConstraint distinctAttribute:s matchAttribute:s requests:[s]
DeviceCounterConsumption compatibilityGroups:[s] counterSet:s counters:{Counter}
DeviceDerivedAttribute expression:s name:s
DeviceRequest exactly:ExactDeviceRequest firstAvailable:[DeviceSubRequest] name:s
DeviceRequestAllocationResult adminAccess:b bindingConditions:[s] bindingFailureConditions:[s]
 consumedCapacity:{s} device:s driver:s pool:s request:s shareID:s skipNodeOperations:[s]
 tolerations:[DeviceToleration]
DeviceSelector cel:CELDeviceSelector
DeviceSubRequest allocationMode:s capacity:CapacityRequirements count:i
 derivedAttributes:[DeviceDerivedAttribute] deviceClassName:s name:s selectors:[DeviceSelector]
 tolerations:[DeviceToleration]
DeviceTaint effect:s key:s timeAdded:t value:s
DeviceToleration effect:s key:s operator:s tolerationSeconds:i value:s
DownwardAPIProjection items:[DownwardAPIVolumeFile]
DownwardAPIVolumeFile fieldRef:ObjectFieldSelector mode:i path:s resourceFieldRef:ResourceFieldSelector
 user:i
DownwardAPIVolumeSource defaultMode:i defaultUser:i items:[DownwardAPIVolumeFile]
EmptyDirVolumeSource medium:s mode:i sizeLimit:s
Endpoint addresses:[s] conditions:EndpointConditions deprecatedTopology:{s} hints:EndpointHints hostname:s
 nodeName:s targetRef:ObjectReference zone:s
EndpointConditions ready:b serving:b terminating:b
EndpointHints forNodes:[ForNode] forZones:[ForZone]
EndpointPort appProtocol:s name:s port:i protocol:s
EndpointSlice addressType:s apiVersion:s endpoints:[Endpoint] kind:s metadata:ObjectMeta
 ports:[EndpointPort]
EnvFromSource configMapRef:ConfigMapEnvSource prefix:s secretRef:SecretEnvSource
EnvVar name:s value:s valueFrom:EnvVarSource
EnvVarSource configMapKeyRef:ConfigMapKeySelector fieldRef:ObjectFieldSelector fileKeyRef:FileKeySelector
 resourceFieldRef:ResourceFieldSelector secretKeyRef:SecretKeySelector
EphemeralContainer args:[s] command:[s] env:[EnvVar] envFrom:[EnvFromSource] image:s imagePullPolicy:s
 lifecycle:Lifecycle livenessProbe:Probe name:s ports:[ContainerPort] readinessProbe:Probe
 resizePolicy:[ContainerResizePolicy] resources:ResourceRequirements restartPolicy:s
 restartPolicyRules:[ContainerRestartRule] securityContext:SecurityContext startupProbe:Probe stdin:b
 stdinOnce:b targetContainerName:s terminationMessagePath:s terminationMessagePolicy:s tty:b
 volumeDevices:[VolumeDevice] volumeMounts:[VolumeMount] workingDir:s
EphemeralVolumeSource volumeClaimTemplate:PersistentVolumeClaimTemplate
Eviction apiVersion:s deleteOptions:DeleteOptions kind:s metadata:ObjectMeta
EvictionResponder name:s priority:i
ExactDeviceRequest adminAccess:b allocationMode:s capacity:CapacityRequirements count:i
 derivedAttributes:[DeviceDerivedAttribute] deviceClassName:s selectors:[DeviceSelector]
 tolerations:[DeviceToleration]
ExecAction command:[s]
FCVolumeSource fsType:s lun:i readOnly:b targetWWNs:[s] wwids:[s]
FileKeySelector key:s optional:b path:s volumeName:s
FlexPersistentVolumeSource driver:s fsType:s options:{s} readOnly:b secretRef:SecretReference
FlexVolumeSource driver:s fsType:s options:{s} readOnly:b secretRef:LocalObjectReference
FlockerVolumeSource datasetName:s datasetUUID:s
ForNode name:s
ForZone name:s
GCEPersistentDiskVolumeSource fsType:s partition:i pdName:s readOnly:b
GRPCAction mode:s port:i service:s
GitRepoVolumeSource directory:s repository:s revision:s
GlusterfsPersistentVolumeSource endpoints:s endpointsNamespace:s path:s readOnly:b
GlusterfsVolumeSource endpoints:s path:s readOnly:b
HTTPGetAction host:s httpHeaders:[HTTPHeader] path:s port:o protocol:s scheme:s
HTTPHeader name:s value:s
HostAlias hostnames:[s] ip:s
HostIP ip:s
HostPathVolumeSource path:s type:s
ISCSIPersistentVolumeSource chapAuthDiscovery:b chapAuthSession:b fsType:s initiatorName:s iqn:s
 iscsiInterface:s lun:i portals:[s] readOnly:b secretRef:SecretReference targetPortal:s
ISCSIVolumeSource chapAuthDiscovery:b chapAuthSession:b fsType:s initiatorName:s iqn:s iscsiInterface:s
 lun:i portals:[s] readOnly:b secretRef:LocalObjectReference targetPortal:s
ImageVolumeSource pullPolicy:s reference:s
ImageVolumeStatus imageRef:s
Job apiVersion:s kind:s metadata:ObjectMeta spec:JobSpec status:JobStatus
JobCondition lastProbeTime:t lastTransitionTime:t message:s reason:s status:s type:s
JobSchedulingConfiguration disruptionMode:V1alpha3WorkloadPodGroupDisruptionMode
 resourceClaims:[V1alpha3WorkloadPodGroupResourceClaim]
 schedulingConstraints:V1alpha3WorkloadPodGroupSchedulingConstraints
 schedulingPolicy:V1alpha3WorkloadPodGroupSchedulingPolicy
JobSpec activeDeadlineSeconds:i backoffLimit:i backoffLimitPerIndex:i completionMode:s completions:i
 managedBy:s manualSelector:b maxFailedIndexes:i parallelism:i podFailurePolicy:PodFailurePolicy
 podReplacementPolicy:s scheduling:JobSchedulingConfiguration selector:LabelSelector
 successPolicy:SuccessPolicy suspend:b template:PodTemplateSpec ttlSecondsAfterFinished:i
JobStatus active:i completedIndexes:s completionTime:t conditions:[JobCondition] failed:i failedIndexes:s
 ready:i startTime:t succeeded:i terminating:i uncountedTerminatedPods:UncountedTerminatedPods
JobTemplateSpec metadata:ObjectMeta spec:JobSpec
KeyToPath key:s mode:i path:s user:i
LabelSelector matchExpressions:[LabelSelectorRequirement] matchLabels:{s}
LabelSelectorRequirement key:s operator:s values:[s]
Lease apiVersion:s kind:s metadata:ObjectMeta spec:LeaseSpec
LeaseSpec acquireTime:t holderIdentity:s leaseDurationSeconds:i leaseTransitions:i preferredHolder:s
 renewTime:t strategy:s
Lifecycle postStart:LifecycleHandler preStop:LifecycleHandler stopSignal:s
LifecycleHandler exec:ExecAction httpGet:HTTPGetAction sleep:SleepAction tcpSocket:TCPSocketAction
LinuxContainerUser gid:i supplementalGroups:[i] uid:i
LoadBalancerIngress hostname:s ip:s ipMode:s ports:[PortStatus]
LoadBalancerStatus ingress:[LoadBalancerIngress]
LocalObjectReference name:s
LocalVolumeSource fsType:s path:s
ManagedFieldsEntry apiVersion:s fieldsType:s fieldsV1:o manager:s operation:s subresource:s time:t
ModifyVolumeStatus status:s targetVolumeAttributesClassName:s
NFSVolumeSource path:s readOnly:b server:s
Namespace apiVersion:s kind:s metadata:ObjectMeta spec:NamespaceSpec status:NamespaceStatus
NamespaceCondition lastTransitionTime:t message:s reason:s status:s type:s
NamespaceSpec finalizers:[s]
NamespaceStatus conditions:[NamespaceCondition] phase:s
NetworkDeviceData hardwareAddress:s interfaceName:s ips:[s]
Node apiVersion:s kind:s metadata:ObjectMeta spec:NodeSpec status:NodeStatus
NodeAddress address:s type:s
NodeAffinity preferredDuringSchedulingIgnoredDuringExecution:[PreferredSchedulingTerm]
 requiredDuringSchedulingIgnoredDuringExecution:NodeSelector
NodeAllocatableMappedResources name:s quantity:s
NodeAllocatableMapping capacityKey:s capacityMultiplier:s deviceMultiplier:s
NodeAllocatableOverhead perContainer:s perPod:s
NodeAllocatableOverheadResources name:s perContainer:s perPod:s
NodeAllocatableResource mapping:NodeAllocatableMapping overhead:NodeAllocatableOverhead
NodeAllocatableResourceClaimStatus containers:[s] mapping:[NodeAllocatableMappedResources]
 overhead:[NodeAllocatableOverheadResources] resourceClaimName:s
NodeCondition lastHeartbeatTime:t lastTransitionTime:t message:s reason:s status:s type:s
"""
