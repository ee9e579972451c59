"""All limits of the playground. When one takes effect, its number is shown; none applies silently."""

from types import MappingProxyType

# --- sockets --------------------------------------------------------------------------------------
SOCKET_MESSAGE_BYTES = 64 * 1024
#: A larger message makes the server's transport close the socket (1009) without a chance for a sentence.
SOCKET_TRANSPORT_BYTES = 256 * 1024
SOCKET_MESSAGES_PER_SECOND = 20.0
SOCKET_BURST = 40
SOCKET_STRIKES = 3
#: A client that exceeds its limit by this much is disconnected, because refusing each message would cost as
#: much as serving it.
SOCKET_FLOOD_PER_SECOND = 100.0
SOCKET_FLOOD_BURST = 200
#: Received messages of a socket that wait for their turn; beyond that no more are read.
SOCKET_UNTAKEN = 100
SOCKET_UNTAKEN_BYTES = 512 * 1024
#: A socket is closed (4013) when its client reads nothing of the waiting data for so long.
SOCKET_STALLED_SECONDS = 30.0
#: A longer message is compressed in a thread, in pieces of so many characters; visitors take turns.
SOCKET_LARGE_CHARACTERS = 100_000
DEFLATED_AT_ONCE = 500_000
#: Open sockets of one browser, and of one address, which a whole class may share.
SOCKETS_PER_OWNER = 60
SOCKETS_PER_ADDRESS = 1_000
ROOM_SOCKETS_PER_ADDRESS = 2_500
#: Connections of one address, of pages and sockets, are read at this rate. Faster ones wait, and are closed
#: if they would wait longer than so many seconds. Behind a trusted proxy the proxy does this.
CONNECTIONS_PER_SECOND = 200.0
CONNECTIONS_BURST = 100
CONNECTION_SECONDS = 10.0
#: The first line of a request, its first line and headers together, and its headers.
REQUEST_LINE_BYTES = 16 * 1024
REQUEST_HEAD_BYTES = 32 * 1024
REQUEST_HEADERS = 200
#: The rate at which one visitor opens sockets of runs; faster ones wait.
SOCKETS_GREETED_AT_ONCE = 2
SOCKETS_OPENED_PER_SECOND = 4.0
SOCKETS_OPENED_BURST = 60
SOCKETS_OPENED_PER_SECOND_BY_ADDRESS = 40.0
SOCKETS_OPENED_BURST_BY_ADDRESS = 1_000
#: Messages to a client about others' moves; moves in between are joined into one union.
UPDATES_PER_SECOND = 10.0

# --- steps ----------------------------------------------------------------------------------------
STEP_FRAMES_DEFAULT = 200
STEP_FRAMES_MAX = 500
STEP_WALL_SECONDS = 10.0
#: A run is opened before its first step; a larger scenario takes longer. One second more is allowed for so
#: many characters of its canonical text; 1 000 nodes and 10 000 pods (11.5 million) open in some 7 s of CPU
#: time.
OPENED_CHARACTERS_PER_SECOND = 150_000.0
#: A step sent as one union ends after so many seconds, so that followers get a few a second.
UNION_WALL_SECONDS = 0.2
#: What controllers do before a client of the Kubernetes API gets an answer; the rest comes before the next.
SETTLE_WALL_SECONDS = 2.0
#: The characters of unions sent to a client in a second; compressed they are a fifteenth, some 50 kB. A
#: larger union is sent whole, and the next one later.
UNION_CHARACTERS_PER_SECOND = 750_000.0
UNION_CHARACTERS_AT_ONCE = 100_000
RUN_FRAMES_MAX = 100_000
#: The most seconds for playing the run of a full link (`/open`) to its step.
LINK_WALL_SECONDS = 20.0
RUN_INPUTS_MAX = 1_000
#: The stored size of an input, and of all inputs of a run. Expanded aliases count.
INPUT_CHARACTERS_MAX = 256 * 1024
RUN_INPUT_CHARACTERS_MAX = 8 * 1024 * 1024
INPUT_EXPANDED = 512 * 1024
ACTS_SHOWN = 200  # acts of persons that stand in a row; older ones stand in a list
ACTS_STEPS = 50_000  # played again when an act is taken out
FORK_INPUTS_MAX = 24  # one for each node of a zone
CANONICAL_FRAMES_MAX = 2_000
BOUND_FRAMES_MAX = 200  # frames that a fork plays until an advised pod is bound
TIMELINE_ACTS = 2_000
LIVE_RUNS_PER_WORKER = 24
#: The runs that a worker keeps open have so many characters together; one alone may have more.
LIVE_CHARACTERS = 60_000_000

# --- changes of a run's document (the live manifest) -----------------------------------------------
CHANGED_CHARACTERS = 256 * 1024  # of a document that is edited
CHANGED_FRAMES = 600  # played of each of the two runs
CHIPS_CHARACTERS = 8_000  # of the text by which an address carries changes of single fields
CHIP_CHARACTERS = 4_000  # of one such change as JSON
BESIDE_CHARACTERS = 3_000_000  # of a run whose variants are played side by side without their documents
SEEDS_MAX = 100  # played with a run to count how often its pods land on which node
SEEDS_AT_ONCE = 10
SWEEP_MAX = 61  # values of a swept parameter
SWEEP_AT_ONCE = 5
SWEEP_VALUE = 3600  # the largest value of a sweep on the command line
UPKEEP_STEPS = 3_000  # played after nodes are drained, upgraded or lost
UPKEEP_NODES = 60  # of a rolling upgrade that is played
MAINTENANCE_NODES = 500  # drained, upgraded or lost by one input (kubectl_inputs.MAX_NODES)
MAINTENANCE_EXTRA = 20  # nodes added for the time of a maintenance (surge)
MAINTENANCE_STEPS = 40_000  # played by podium drain
MAINTENANCE_AT_ONCE = 400  # steps of a maintenance between two states of its report
UPGRADE_AT_ONCE = 300  # pods that are scheduled again before the report of an upgrade shows how far it is
DIFF_CHARACTERS = 4_000_000  # of all objects of a run that is compared with another
FOUND_STEPS = 500  # steps returned by a search
CHANGED_FILM_CHARACTERS = 4_000_000  # of the frames of each of the two runs

# --- workers --------------------------------------------------------------------------------------
#: The CPU time of one call in a quick worker. Longer calls go to the slow workers, and so do runs whose
#: scenario and inputs have more than QUICK_CHARACTERS characters, because opening them takes longer.
QUICK_SECONDS = 0.2
QUICK_CHARACTERS = 200_000
SLOW_WORKERS = 2
#: Slow questions (many seeds, sweeps, searches for advice) have their own workers.
QUESTION_WORKERS = 2
#: Processes that step runs have the priority of the server, so that on a busy machine a step waits no longer
#: than a page. Processes with long work have a lower priority (nice): slow questions, imports, long checks,
#: films and pictures.
LONG_NICENESS = 10
#: The address space of each process that plays runs or reads texts, also of workers on other machines. A run
#: of 5 000 nodes and 50 000 pods takes 0.6 GB to read and 1.3 GB to play. A task that needs more is refused,
#: and its process is replaced.
PROCESS_MEMORY_BYTES = 3 * 1024 * 1024 * 1024
CALLS_WAITING_PER_ASKER = 100
#: A call that has not begun after so long is refused: try again.
QUEUE_WALL_SECONDS = 60.0
BUSY_RETRY_SECONDS = 3.0
TOO_LONG_RETRY_SECONDS = 30.0
#: A page that waits longer for its worker says so; its question continues there and is answered soon after.
PAGE_WALL_SECONDS = 20.0
#: A longer message is announced, so that a client with a slow connection does not think that the server is
#: silent.
ANNOUNCED_CHARACTERS = 500_000
#: Seconds between two `working` messages to a client whose request takes long.
WORKING_SECONDS = 3.0
#: Seconds between two progress messages while a worker opens a large run.
OPENING_SECONDS = 0.5
#: The total size of cached answers of pages.
ANSWERS_KEPT_CHARACTERS = 32_000_000

# --- pages ----------------------------------------------------------------------------------------
#: Pages of one visitor made at the same time, and further ones that may wait. A page that only waits for a
#: worker does not count after PAGE_QUICK_SECONDS.
PAGES_AT_ONCE = 4
PAGES_WAITING = 300
PAGE_QUICK_SECONDS = 0.5

# --- imports --------------------------------------------------------------------------------------
#: 5 000 nodes and 50 000 pods are 64 MB as YAML, some 135 MB as JSON or whole.
IMPORT_BYTES = 160 * 1024 * 1024
IMPORT_UNPACKED_BYTES = 320 * 1024 * 1024  # of a compressed file (.gz); only its reader holds it unpacked
#: An archive (.tar.gz, .zip) of a must-gather or of `kubectl cluster-info dump`: its entries, and what all of
#: them unpack to, logs included. Only files with manifests count for IMPORT_UNPACKED_BYTES.
ARCHIVE_ENTRIES = 50_000
ARCHIVE_UNPACKED_BYTES = 2 * 1024 * 1024 * 1024
IMPORT_MEMORY_BYTES = 16 * 1024 * 1024  # a longer text waits in a file until it is read
LARGE_BODIES_AT_ONCE = 2  # requests above IMPORT_MEMORY_BYTES that are parsed at once
LARGE_BODY_WAIT_SECONDS = 60.0
IMPORT_FORM_BYTES = 64 * 1024  # what a form adds to the text
LINT_BYTES = 2 * 1024 * 1024
IMPORT_OBJECTS = 100_000
IMPORT_PROBLEMS = 200  # shown at most; the rest is counted
IMPORT_WALL_SECONDS = 60.0  # without any progress; a large text may take longer
IMPORT_SECONDS = 300.0  # of CPU time
IMPORT_WORKERS = 2
IMPORTS_AT_ONCE = 4  # of one visitor, waiting ones included
IMPORTS_WAITING_BYTES = 640 * 1024 * 1024  # of all visitors
#: Kept outcomes of imports and checks: the number for one visitor and for all, and the total characters of
#: their texts. The oldest are dropped first.
IMPORT_OUTCOMES_PER_ASKER = 20
IMPORT_OUTCOMES = 200
IMPORT_OUTCOMES_CHARACTERS = 32_000_000
IMPORT_RETRY_SECONDS = 15.0
#: Seconds after which a script gets the name of its job; a form waits longer before it gets the job's page.
IMPORT_SCRIPT_SECONDS = 1.0
IMPORT_FORM_SECONDS = 10.0
IMPORT_API_SECONDS = 60.0  # a program waits for its run: a manifest of 2 MB may take half a minute
#: The CPU time of a check while somebody types. A check beyond the first limit continues elsewhere, so that
#: short ones need not wait for it.
CHECK_QUICK_SECONDS = 0.5
CHECK_SECONDS = 10.0
CHECK_QUEUE_SECONDS = 20.0
YAML_EXPANDED = 4 * 1024 * 1024  # cost of expanded aliases: 32 for each value plus the length of its text
YAML_DEPTH = 100
#: The size of a stored scenario: more than this, or than so many times its text, is refused.
CANONICAL_CHARACTERS_MAX = 160_000_000
CANONICAL_CHARACTERS_FREE = 8_000_000
CANONICAL_TIMES_TEXT = 8

# --- bodies of requests ---------------------------------------------------------------------------
PAGE_BODY_BYTES = 1024 * 1024
EXPLAIN_BYTES = 4 * 1024 * 1024  # a pasted text at /explain
LESSON_BODY_BYTES = 3 * 1024 * 1024  # the file of a lesson
#: A text in a plain form field is parsed in one piece; a longer one has to be sent as multipart/form-data.
FORM_TEXT_BYTES = 2 * 1024 * 1024
#: Bodies that were received or announced and are not answered yet: of an address, and of all. They are on the
#: disk, up to three times while a form is parsed.
BODIES_BYTES_PER_ADDRESS = 640 * 1024 * 1024
BODIES_BYTES = 2 * 1024 * 1024 * 1024


def body_bytes(path: str, content_type: str) -> int:
    """The most bytes of a request's body."""
    if path == "/lint":
        return LINT_BYTES + IMPORT_FORM_BYTES
    if path == "/api/v1/runs":
        return FORM_TEXT_BYTES
    if path == "/explain":
        return EXPLAIN_BYTES
    if path == "/learn/open":
        return LESSON_BODY_BYTES
    if path not in ("/import", "/why"):
        return PAGE_BODY_BYTES
    whole = content_type.lower().startswith("multipart/form-data")
    return IMPORT_BYTES + IMPORT_FORM_BYTES if whole else FORM_TEXT_BYTES


# --- costly posts, per address and per owner (new run, fork, import) ------------------------------
COSTLY_PER_MINUTE = 30.0
COSTLY_BURST = 30
IMPORTS_PER_MINUTE = 120.0  # a folder of manifests may be sent one by one
IMPORTS_BURST = 600
CHECKS_PER_MINUTE = 240.0  # the editor checks while somebody types
CHECKS_BURST = 600

# --- questions of pages, per visitor; cached answers do not count ----------------------------------
QUESTIONS_PER_SECOND = 20.0
QUESTIONS_BURST = 200

# --- inputs, per owner ----------------------------------------------------------------------------
INPUTS_PER_SECOND = 5.0
INPUTS_BURST = 20

# --- the Kubernetes API of a run, per visitor -----------------------------------------------------
#: kubectl sends up to 300 requests at once and 50 a second.
KUBE_REQUESTS_PER_SECOND = 100.0
KUBE_REQUESTS_BURST = 1_000
KUBE_WATCHES_PER_RUN = 500
KUBE_WATCHES_PER_VISITOR = 200
KUBE_WATCH_SECONDS = 3_000
#: Characters sent to a watch in a second; a watch with more pauses in between.
KUBE_WATCH_CHARACTERS_PER_SECOND = 2_000_000.0
KUBE_WATCH_CHARACTERS_AT_ONCE = 4_000_000

# --- lengths of fields about a run in an address or a call of the API ------------------------------
CONDITION_CHARACTERS = 2_000  # also of a figure; a longer one is refused
API_TITLE_CHARACTERS = 200  # a longer one is cut
API_FIELD_CHARACTERS = 600  # of a text in an address; a longer one is cut
STEP_CHANGED_OBJECTS = 6  # named by the search for each step

# --- the console of a run, per address: lines, completions, and repeated commands -----------------
CONSOLE_LINE_CHARACTERS = 8_000
CONSOLE_LINES_PER_SECOND = 20.0
CONSOLE_LINES_BURST = 200

# --- rooms ----------------------------------------------------------------------------------------
ROOM_SEATS = 1_000
ROOM_POLLS = 200
ROOM_LINKS = 20
ROOM_BOTS = 60
ROOM_KEPT_DAYS = 30
ROOM_NOTICE = 200
SEAT_NAME = 40
SEAT_SANDBOXES = 30
POLL_TEXT = 400
POLL_ROUNDS = 5
POLL_CHOICES = 40  # nodes or pods that can be chosen
FREE_CHOICES = 8
POLL_BARS = 12  # of a number's histogram
TASK_CHECKS = 12
PLAN_ITEMS = 60
PLAN_TITLE = 80
PLAN_NOTE = 2_000
VIEW_TEXT = 300
DISCUSS_SECONDS = 3_600
SPOTS_PER_SECOND = 10.0
#: A presenter points, steps and looks at the same time.
PRESENTER_MESSAGES_PER_SECOND = 40.0
TALLIES_PER_SECOND = 4.0
#: Presence, people and tiles are sent in ticks.
ROOM_TICK_SECONDS = 1.0
#: Server processes of one room send each other heartbeats. When one dies, its seats become offline.
ROOM_BEAT_SECONDS = 3.0
ROOM_BEATS_MISSED = 3
#: The most frames played ahead at the reveal to find the choices of "where" and "victims".
TRUTH_FRAMES = 2_000
#: A class shares one address: it joins often, but seldom with codes that do not exist.
JOINS_PER_MINUTE = 1_200.0
JOINS_BURST = 600
WRONG_CODES_PER_MINUTE = 30.0
WRONG_CODES_BURST = 60
SLOW_CODES_PER_SECOND = 2.0  # from an address that tried too many codes

# --- how long runs are kept (playground/runs/retention/lifetimes.py) -------------------------------
OWNER_RUNS = 1_000  # runs that one browser may own
#: An import is refused when the disk of the database would have less than this left.
DISK_FREE_BYTES = 512 * 1024 * 1024
SWEPT_AT_ONCE = 200  # runs removed in one pass
SWEEP_SECONDS = 3_600.0  # between two passes
KEPT_MOMENTS = 50  # stored shared moments of a run; further links are only played
KEPT_MOMENT_BYTES = 512 * 1024  # of one compressed snapshot
GONE_DAYS = 730  # a link to a removed run says so for so long

#: Limits that a client gets in `hello.run.limits`, so that it need not find them by being refused.
LIMITS_OF_CLIENTS = MappingProxyType(
    {
        "messageBytes": SOCKET_MESSAGE_BYTES,
        "messagesPerSecond": SOCKET_MESSAGES_PER_SECOND,
        "messageBurst": SOCKET_BURST,
        "stepFrames": STEP_FRAMES_MAX,
        "runFrames": RUN_FRAMES_MAX,
        "runInputs": RUN_INPUTS_MAX,
    }
)
