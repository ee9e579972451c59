"""How long engines take for a request and its answer between two processes: `python -m tools.bench_engines`.

It measures those that are installed: `pip install redis hiredis nats-py pyzmq grpcio arq rq celery dramatiq
distributed ray`, and the programs redis-server and nats-server. The worker is a process of its own, and does
no work: it answers with a text as long as that of a usual step. docs/workers.md has the figures.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

ASKED = b"q" * 300
ANSWER = b"a" * 20_000
WARM = 50
REDIS, NATS, WIRE = 16390, 16391, 16392

Ask = Callable[[], Any]
Engine = Callable[[ExitStack], Ask]


def module(name: str) -> Any:
    return importlib.import_module(name)


@contextmanager
def program(*command: str) -> Iterator[None]:
    """A program that runs meanwhile."""
    log = subprocess.DEVNULL if "BENCH_LOUD" not in os.environ else None
    process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def worker(name: str) -> Any:
    """The process that answers: this file again."""
    return program(sys.executable, "-m", "tools.bench_engines", "--worker", name)


def redis_server(stack: ExitStack) -> None:
    folder = stack.enter_context(tempfile.TemporaryDirectory())
    options = ("--port", str(REDIS), "--bind", "127.0.0.1", "--save", "", "--dir", folder)
    stack.enter_context(program("redis-server", *options))
    client = module("redis").Redis(port=REDIS)
    until_it_works(client.ping)


def until_it_works(ask: Callable[[], Any]) -> None:
    until = time.monotonic() + 60
    while True:
        try:
            ask()
            return
        except Exception:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def answer_to(asked: bytes) -> bytes:
    return ANSWER


def answer_text_to(asked: str) -> str:
    return ANSWER.decode()


# --- the process pool of one machine, which others are compared with ------------------------------


def local_pool(stack: ExitStack) -> Ask:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    pool = stack.enter_context(ProcessPoolExecutor(1, mp_context=get_context("spawn")))
    return lambda: pool.submit(answer_to, ASKED).result()


# --- brokers ----------------------------------------------------------------------------------------


def redis_lists(stack: ExitStack) -> Ask:
    redis_server(stack)
    stack.enter_context(worker("redis_lists"))
    client = module("redis").Redis(port=REDIS)

    def ask() -> Any:
        client.rpush("calls", ASKED)
        return client.blpop(["answers"], 10)

    return ask


def redis_lists_worker() -> None:
    client = module("redis").Redis(port=REDIS)
    while True:
        if client.blpop(["calls"], 5):
            client.rpush("answers", ANSWER)


def redis_streams(stack: ExitStack) -> Ask:
    redis_server(stack)
    stack.enter_context(worker("redis_streams"))
    client = module("redis").Redis(port=REDIS)
    seen = b"0"

    def ask() -> Any:
        nonlocal seen
        client.xadd("calls", {"c": ASKED}, maxlen=100)
        ((_, ((seen, answer),)),) = client.xread({"answers": seen}, block=10_000, count=1)
        return answer

    return ask


def redis_streams_worker() -> None:
    client, seen = module("redis").Redis(port=REDIS), b"0"
    while True:
        for _, entries in client.xread({"calls": seen}, block=5_000):
            seen = entries[-1][0]
            for _ in entries:
                client.xadd("answers", {"a": ANSWER}, maxlen=100)


def nats(stack: ExitStack) -> Ask:
    stack.enter_context(program("nats-server", "-a", "127.0.0.1", "-p", str(NATS)))
    stack.enter_context(worker("nats"))
    loop = asyncio.new_event_loop()
    client = module("nats").NATS()
    until_it_works(lambda: loop.run_until_complete(client.connect(f"nats://127.0.0.1:{NATS}")))
    stack.callback(lambda: loop.run_until_complete(client.close()))
    return lambda: loop.run_until_complete(client.request("calls", ASKED, timeout=10))


def nats_worker() -> None:
    async def serve() -> None:
        client = await module("nats").connect(f"nats://127.0.0.1:{NATS}")

        async def answer(message: Any) -> None:
            await message.respond(ANSWER)

        await client.subscribe("calls", cb=answer)
        await asyncio.Event().wait()

    asyncio.run(serve())


# --- without a broker -------------------------------------------------------------------------------


def zeromq(stack: ExitStack) -> Ask:
    stack.enter_context(worker("zeromq"))
    zmq = module("zmq")
    socket = zmq.Context.instance().socket(zmq.REQ)
    socket.connect(f"tcp://127.0.0.1:{WIRE}")
    stack.callback(lambda: socket.close(0))

    def ask() -> Any:
        socket.send(ASKED)
        return socket.recv()

    return ask


def zeromq_worker() -> None:
    zmq = module("zmq")
    socket = zmq.Context.instance().socket(zmq.REP)
    socket.bind(f"tcp://127.0.0.1:{WIRE}")
    while True:
        socket.recv()
        socket.send(ANSWER)


def grpc(stack: ExitStack) -> Ask:
    stack.enter_context(worker("grpc"))
    channel = stack.enter_context(module("grpc").insecure_channel(f"127.0.0.1:{WIRE}"))
    call = channel.unary_unary("/bench/ask")
    return lambda: call(ASKED, timeout=10)


def grpc_worker() -> None:
    from concurrent.futures import ThreadPoolExecutor

    known = module("grpc")
    handler = known.unary_unary_rpc_method_handler(lambda asked, context: ANSWER)
    server = known.server(ThreadPoolExecutor(4))
    server.add_generic_rpc_handlers((known.method_handlers_generic_handler("bench", {"ask": handler}),))
    server.add_insecure_port(f"127.0.0.1:{WIRE}")
    server.start()
    server.wait_for_termination()


# --- queues of tasks, over Redis --------------------------------------------------------------------


def celery_app() -> Any:
    url = f"redis://127.0.0.1:{REDIS}/0"
    app = module("celery").Celery("bench", broker=url, backend=url)
    app.task(name="ask")(answer_text_to)
    app.finalize()
    return app


def celery(stack: ExitStack) -> Ask:
    redis_server(stack)
    stack.enter_context(worker("celery"))
    app = celery_app()
    return lambda: app.tasks["ask"].delay(ASKED.decode()).get(timeout=30)


def celery_worker() -> None:
    celery_app().worker_main(["worker", "-P", "solo", "-l", "ERROR", "--without-gossip", "--without-mingle"])


def dramatiq_actor() -> Any:
    dramatiq = module("dramatiq")
    url = f"redis://127.0.0.1:{REDIS}/0"
    broker = module("dramatiq.brokers.redis").RedisBroker(url=url)
    backend = module("dramatiq.results.backends.redis").RedisBackend(url=url)
    broker.add_middleware(module("dramatiq.results").Results(backend=backend))
    dramatiq.set_broker(broker)
    return dramatiq.actor(answer_text_to, actor_name="ask", store_results=True), broker


def dramatiq(stack: ExitStack) -> Ask:
    redis_server(stack)
    stack.enter_context(worker("dramatiq"))
    actor, _ = dramatiq_actor()
    return lambda: actor.send(ASKED.decode()).get_result(block=True, timeout=30_000)


def dramatiq_worker() -> None:
    _, broker = dramatiq_actor()
    module("dramatiq").Worker(broker, worker_threads=1).start()
    while True:
        time.sleep(60)


def rq(stack: ExitStack) -> Ask:
    redis_server(stack)
    stack.enter_context(worker("rq"))
    queue = module("rq").Queue(connection=module("redis").Redis(port=REDIS))

    def ask() -> Any:
        job = queue.enqueue("tools.bench_engines.answer_to", ASKED)
        return job.latest_result(timeout=30).return_value

    return ask


def rq_worker() -> None:
    known = module("rq")
    known.SimpleWorker(["default"], connection=module("redis").Redis(port=REDIS)).work(logging_level="ERROR")


def arq(stack: ExitStack) -> Ask:
    redis_server(stack)
    stack.enter_context(worker("arq"))
    loop = asyncio.new_event_loop()
    settings = module("arq.connections").RedisSettings(port=REDIS)
    pool = loop.run_until_complete(module("arq").create_pool(settings))

    async def ask() -> Any:
        job = await pool.enqueue_job("arq_task", ASKED)
        return await job.result(timeout=30, poll_delay=0.001)

    return lambda: loop.run_until_complete(ask())


async def arq_task(context: Any, asked: bytes) -> bytes:
    return ANSWER


def arq_worker() -> None:
    settings = module("arq.connections").RedisSettings(port=REDIS)
    asyncio.set_event_loop(asyncio.new_event_loop())
    module("arq.worker").Worker([arq_task], redis_settings=settings, poll_delay=0.005).run()


# --- clusters of computers ----------------------------------------------------------------------------


def dask(stack: ExitStack) -> Ask:
    known = module("distributed")
    cluster = known.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None)
    stack.enter_context(cluster)
    client = stack.enter_context(known.Client(cluster))
    return lambda: client.submit(answer_to, ASKED, pure=False).result()


def ray(stack: ExitStack) -> Ask:
    known = module("ray")
    known.init(num_cpus=1, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    stack.callback(known.shutdown)

    class Answering:
        def ask(self, asked: bytes) -> bytes:
            return ANSWER

    actor = known.remote(Answering).remote()
    return lambda: known.get(actor.ask.remote(ASKED))


ENGINES: dict[str, Engine] = {
    "local pool": local_pool,
    "Redis lists": redis_lists,
    "Redis streams": redis_streams,
    "NATS": nats,
    "ZeroMQ": zeromq,
    "gRPC": grpc,
    "Celery": celery,
    "Dramatiq": dramatiq,
    "RQ": rq,
    "arq": arq,
    "Dask": dask,
    "Ray": ray,
}
WORKERS: dict[str, Callable[[], Awaitable[None] | None]] = {
    each.__name__.removesuffix("_worker"): each
    for each in (
        redis_lists_worker,
        redis_streams_worker,
        nats_worker,
        zeromq_worker,
        grpc_worker,
        celery_worker,
        dramatiq_worker,
        rq_worker,
        arq_worker,
    )
}


def measured(engine: Engine, times: int) -> list[float]:
    """The milliseconds of each request, sorted."""
    with ExitStack() as stack:
        ask = engine(stack)
        until_it_works(ask)
        for _ in range(WARM):
            ask()
        taken = []
        for _ in range(times):
            began = time.perf_counter()
            ask()
            taken.append((time.perf_counter() - began) * 1_000)
        return sorted(taken)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=1_000, help="requests of each engine")
    parser.add_argument("--only", nargs="*", default=list(ENGINES), help="names of engines")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        WORKERS[options.worker]()
        return
    print("| engine | p50 ms | p95 ms | p99 ms |\n|---|---|---|---|")
    for name in options.only:
        try:
            taken = measured(ENGINES[name], options.times)
        except (ImportError, FileNotFoundError) as error:
            print(f"| {name} | not here: {error} | | |", flush=True)
            continue
        points = (taken[int(len(taken) * share)] for share in (0.5, 0.95, 0.99))
        print(f"| {name} | " + " | ".join(f"{point:.2f}" for point in points) + " |", flush=True)


if __name__ == "__main__":
    if shutil.which("redis-server") is None:
        sys.exit("redis-server is not here")
    main()
