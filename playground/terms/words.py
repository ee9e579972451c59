"""Words of sentences, such as "preempted" or "grace period", and the cards that explain them, by language.

Names of Kubernetes, such as maxSkew, are the same in every language and need no line here. A pattern holds
the forms in which a word stands in texts of podium; `locale/glossary.toml` says which word a language uses.
"""

from __future__ import annotations

from collections.abc import Mapping

_UK_POD = "ʼ(?:а|у|ом|і|и|ів|ам|ами|ах)"
_UK_NOUN = "(?:а|у|ом|і|и|ів|ам|ами|ах)?"
_UK_QUALITY = "(?:ість|ості|істю|остей)"

WORDS: Mapping[str, Mapping[str, str]] = {
    "Pod": {"en": "[Pp]ods?", "id": "[Pp]od", "zh-hans": "Pod", "uk": f"Pod(?:{_UK_POD})?"},
    "Node": {
        "en": "[Nn]odes?",
        "id": "[Nn]ode",
        "zh-hans": "节点(?!亲和)|Node",
        "uk": "[Вв]уз(?:ол|ла|лу|лом|лі|ли|лів|лам|лами|лах)|Node",
    },
    "Namespace": {
        "en": "[Nn]amespaces?",
        "id": "[Nn]amespace",
        "zh-hans": "命名空间",
        "uk": "[Пп]рост(?:ір|ору|ором|орі|ори|орів) імен",
    },
    "Deployment": dict.fromkeys(("en", "id", "zh-hans", "uk"), "Deployments?"),
    "Job": dict.fromkeys(("en", "id", "zh-hans", "uk"), "Jobs?"),
    "Lease": dict.fromkeys(("en", "id", "zh-hans", "uk"), "Leases?"),
    "kube-scheduler": {
        "en": "[Ss]chedulers?",
        "id": "[Pp]enjadwal",
        "zh-hans": "调度器",
        "uk": f"[Пп]ланувальник{_UK_NOUN}",
    },
    "kubelet": dict.fromkeys(("en", "id", "zh-hans", "uk"), "[Kk]ubelets?"),
    "kube-apiserver": {
        "en": "API server",
        "id": "API server",
        "zh-hans": "API 服务器",
        "uk": f"API-сервер{_UK_NOUN}",
    },
    "kube-controller-manager": {
        "en": "[Cc]ontrollers?",
        "id": "[Pp]engontrol",
        "zh-hans": "控制器",
        "uk": f"[Кк]онтролер{_UK_NOUN}",
    },
    "PriorityClass": {
        "en": "[Pp]riority class(?:es)?",
        "id": "[Kk]elas prioritas",
        "zh-hans": "优先级类",
        "uk": "[Кк]лас(?:у|ом|и|ів)? пріоритету",
    },
    "priority": {
        "en": "[Pp]riorit(?:y|ies)",
        "id": "(?:[Bb]er)?[Pp]rioritas",
        "zh-hans": "优先级",
        "uk": f"[Пп]ріоритет{_UK_NOUN}",
    },
    "DefaultPreemption": {
        "en": "[Pp]reempt(?:s|ed|ing|ion|ions|or|ors)?|[Vv]ictims?",
        "id": "(?:[Dd]i-|[Mm]em-)?[Pp]reempt(?:ion|or)?|[Kk]orban",
        "zh-hans": "抢占|牺牲者",
        "uk": (
            "[Вв]итісн(?:ення|енню|енням|ити|ять|ить|ив|или|ено|яє|яють|яти)"
            "|[Жж]ертв(?:а|и|у|ою|і|ам|ами|ах)?"
        ),
    },
    "nominatedNodeName": {
        "en": "[Nn]ominat(?:ed|ion|ions)",
        "id": "[Nn]ominasi|[Dd]inominasikan",
        "zh-hans": "提名",
        "uk": "[Нн]омін(?:овано|ований|ованого|ованим|ація|ації|ацію|ацією|ацій)",
    },
    "EvictionByEvictionAPI": dict.fromkeys(("en", "id", "zh-hans", "uk"), "Eviction API"),
    "PodDisruptionBudget": {"en": "disruption budgets?"},
    "terminationGracePeriodSeconds": {
        "en": "[Gg]race periods?",
        "id": "[Mm]asa tenggang",
        "zh-hans": "宽限期",
        "uk": "[Вв]ідстроч(?:ка|ки|ку|кою|ці|ок)",
    },
    "preStop": {
        "en": "(?:preStop )?[Hh]ooks?",
        "id": "[Hh]ook(?: preStop)?",
        "zh-hans": "(?:preStop )?(?:回调|钩子)",
        "uk": f"[Хх]ук{_UK_NOUN}",
    },
    "taints": {"en": "[Tt]aint(?:s|ed)?", "id": "[Tt]aint", "zh-hans": "污点", "uk": "[Tt]aint"},
    "tolerations": {
        "en": "[Tt]olerat(?:ions?|es|ed)",
        "id": "[Tt]oleransi|[Mm]enoleransi(?:nya)?|[Dd]itoleransi",
        "zh-hans": "容忍度?",
        "uk": f"[Тт]олерантн{_UK_QUALITY}|[Тт]олерує",
    },
    "podAntiAffinity": {
        "en": "[Aa]nti-affinit(?:y|ies)",
        "id": "[Aa]nti-afinitas",
        "zh-hans": "反亲和性?",
        "uk": f"[Аа]нтиспоріднен{_UK_QUALITY}",
    },
    "nodeAffinity": {
        "en": "[Nn]ode affinit(?:y|ies)",
        "id": "[Aa]finitas node",
        "zh-hans": "节点亲和性?",
        "uk": f"[Сс]поріднен{_UK_QUALITY} (?:з|із) вузл(?:ом|ами)",
    },
    "podAffinity": {
        "en": "[Pp]od affinit(?:y|ies)",
        "id": "[Aa]finitas pod",
        "zh-hans": "Pod 亲和性?",
        "uk": f"[Сс]поріднен{_UK_QUALITY} (?:з|із) Podʼ(?:ом|ами)",
    },
    "topologySpreadConstraints": {
        "en": "(?:[Tt]opology )?[Ss]pread constraints?",
        "id": "[Bb]atasan (?:penye|se)baran",
        "zh-hans": "(?:拓扑)?分布约束",
        "uk": "[Оо]бмежен(?:ня|ню|ням|нях|ь) розподілу",
    },
    "maxSkew": {"en": "[Ss]kew", "id": "[Ss]kew", "zh-hans": "偏差", "uk": "[Пп]ерек(?:іс|осу|ос|оси)"},
    "topologyKey": {
        "en": "(?:topology )?domains?",
        "id": "domain(?: topologi)?",
        "zh-hans": "拓扑域",
        "uk": f"домен{_UK_NOUN}",
    },
    "schedulingGates": {
        "en": "[Ss]cheduling gates?",
        "id": "[Ss]cheduling gate",
        "zh-hans": "调度门控",
        "uk": "[Ss]cheduling gate|[Шш]люз(?:у|ом|и|ів)? планування",
    },
    "unschedulable": {
        "en": "(?:un)?cordon(?:s|ed|ing)?",
        "id": "(?:di-)?(?:un)?cordon",
        "zh-hans": "封锁",
        "uk": "cordon",
    },
    "finalizers": {
        "en": "[Ff]inalizers?",
        "id": "[Ff]inalizer",
        "zh-hans": "[Ff]inalizer|终结器",
        "uk": "[Зз]авершувач(?:а|у|ем|і|ів)?",
    },
    "labelSelector": {
        "en": "(?:label )?selectors?",
        "id": "selector",
        "zh-hans": "选择算符",
        "uk": f"селектор{_UK_NOUN}",
    },
    "PersistentVolumeClaim": {
        "en": "[Cc]laims?",
        "id": "[Kk]laim",
        "zh-hans": "申领",
        "uk": "[Зз]аявк(?:а|и|у|ою|ам|ами)|[Зз]аявці|[Зз]аявок",
    },
    "readinessProbe": {
        "en": "[Rr]eadiness probes?",
        "id": "[Rr]eadiness probe",
        "zh-hans": "就绪探针",
        "uk": "[Rr]eadiness-проб(?:а|и|у)",
    },
    "livenessProbe": {
        "en": "[Ll]iveness probes?",
        "id": "[Ll]iveness probe",
        "zh-hans": "存活探针",
        "uk": "[Ll]iveness-проб(?:а|и|у)",
    },
}
"""Name of a card → language → the forms of its word, as a regular expression."""
