import { http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';

export type Responder = (request: Request) => Response | Promise<Response>;

export type Network = {
  /** The requests of this test, oldest first. */
  readonly requests: readonly Request[];
  /** Answers, until the end of the test, every request for which no later answer is set. */
  answer(answering: Responder): void;
  /** Answers the requests of one kind, as in `GET /summary/auth`, before the answers that were set earlier: a fault. */
  answerTo(call: string, answering: Responder): void;
};

/** A request as a line without its query. */
export const callOf = ({ method, url }: Request): string => `${method} ${new URL(url).pathname}`;

type CreatedNetwork = {
  readonly network: Network;
  /** Opens the network for the tests of the file that is loaded. */
  readonly open: (atTheEnd?: (check: () => void) => void) => void;
};

/**
 * Replaces the network. A client turns every problem into a failure, so requests without an answer and answers that
 * throw are collected: they fail the test at its end.
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
  const use = (matches: (request: Request) => boolean, answering: Responder): void => {
    const answer = async (request: Request) => answering(request);
    server.use(
      http.all('*', ({ request }) => (matches(request) ? answer(request).catch(report) : undefined)),
    );
  };

  const open: CreatedNetwork['open'] = (atTheEnd = afterEach) => {
    beforeAll(() => {
      server.events.on('request:start', ({ request }) => void requests.push(request.clone()));
      server.listen();
    });

    atTheEnd(() => {
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
      answer: (answering) => use(() => true, answering),
      answerTo: (call, answering) => use((request) => call === callOf(request), answering),
    },
    open,
  };
}

/** The network of the tests of the file that calls it. */
export function openNetwork(atTheEnd?: (check: () => void) => void): Network {
  const { network, open } = createNetwork();
  open(atTheEnd);
  return network;
}

/** Never answers: the call ends when its caller cancels it. */
export const neverAnswers: Responder = () => new Promise(() => undefined);
