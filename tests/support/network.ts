import { http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';

export type Answering = (request: Request) => Response | Promise<Response>;

export type Network = {
  /** The requests of this test, oldest first. */
  readonly requests: readonly Request[];
  /** Answers, until the end of the test, every request that nothing said later answers. */
  answer(answering: Answering): void;
  /** Answers the requests of one kind, as in `GET /summary/auth`, before what was said earlier: a fault. */
  answerTo(call: string, answering: Answering): void;
};

/** A request as a line without its query. */
export const callOf = ({ method, url }: Request): string => `${method} ${new URL(url).pathname}`;

type Opening = {
  readonly network: Network;
  /** Opens it for the tests of the file that is loaded. */
  readonly open: (atTheEnd?: (check: () => void) => void) => void;
};

/**
 * Stands in for the network. A client makes a failure of everything that goes wrong, so what nobody answers and
 * answers that throw are collected: they fail the test at its end.
 */
export function createNetwork(): Opening {
  const requests: Request[] = [];
  const problems: unknown[] = [];

  const report = (problem: unknown): Response => {
    problems.push(problem);
    return Response.error();
  };
  const nobody = http.all('*', ({ request }) =>
    report(new Error(`Nobody answers ${request.method} ${request.url}`)),
  );
  const server = setupServer(nobody);
  const use = (isMeant: (request: Request) => boolean, answering: Answering): void => {
    const answer = async (request: Request) => answering(request);
    server.use(
      http.all('*', ({ request }) => (isMeant(request) ? answer(request).catch(report) : undefined)),
    );
  };

  const open: Opening['open'] = (atTheEnd = afterEach) => {
    beforeAll(() => {
      server.events.on('request:start', ({ request }) => void requests.push(request.clone()));
      server.listen();
    });

    atTheEnd(() => {
      server.resetHandlers();
      requests.length = 0;
      const found = problems.splice(0);
      if (found.length > 0) throw new AggregateError(found, `In the network: ${found.join(', ')}`);
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

/** Answers nothing: the call ends when its caller gives it up. */
export const silence: Answering = () => new Promise(() => undefined);
