import { http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';

export type Responder = (request: Request) => Response | Promise<Response>;

export type Network = {
  /** The requests of this test, oldest first. */
  readonly requests: readonly Request[];
  /** Answers every request until the end of the test, unless an answer that was set later applies. */
  answer(respond: Responder): void;
  /** Answers the requests with a method and path, such as `GET /summary/auth`, instead of the answers that were set earlier. */
  answerTo(call: string, respond: Responder): void;
};

/** The method and the path of a request, such as `GET /summary/auth`. */
export const callOf = ({ method, url }: Request): string => `${method} ${new URL(url).pathname}`;

type CreatedNetwork = {
  readonly network: Network;
  /** Opens the network for the tests of the current file. */
  readonly open: (runAfterEach?: (check: () => void) => void) => void;
};

/**
 * Replaces the network. The client under test turns every problem into a failure, so requests without an answer and
 * exceptions of answers are collected, and fail the test at its end.
 */
export function createNetwork(): CreatedNetwork {
  const requests: Request[] = [];
  const problems: unknown[] = [];

  const report = (problem: unknown): Response => {
    problems.push(problem);
    return Response.error();
  };
  const unanswered = http.all('*', ({ request }) =>
    report(new Error(`There is no answer to ${request.method} ${request.url}`)),
  );
  const server = setupServer(unanswered);
  const use = (matches: (request: Request) => boolean, respond: Responder): void => {
    const answer = async (request: Request) => respond(request);
    server.use(
      http.all('*', ({ request }) => (matches(request) ? answer(request).catch(report) : undefined)),
    );
  };

  const open: CreatedNetwork['open'] = (runAfterEach = afterEach) => {
    beforeAll(() => {
      server.events.on('request:start', ({ request }) => void requests.push(request.clone()));
      server.listen();
    });

    runAfterEach(() => {
      server.resetHandlers();
      requests.length = 0;
      const failures = problems.splice(0);
      if (failures.length > 0) throw new AggregateError(failures, `In the network: ${failures.join(', ')}`);
    });

    afterAll(() => {
      server.events.removeAllListeners();
      server.close();
    });
  };

  return {
    network: {
      requests,
      answer: (respond) => use(() => true, respond),
      answerTo: (call, respond) => use((request) => call === callOf(request), respond),
    },
    open,
  };
}

/** Replaces the network for the tests of the calling file. */
export function openNetwork(runAfterEach?: (check: () => void) => void): Network {
  const { network, open } = createNetwork();
  open(runAfterEach);
  return network;
}

/** A responder that never answers. The call ends when the caller cancels it. */
export const neverAnswers: Responder = () => new Promise(() => undefined);
