import { createActor, fromPromise, toPromise } from 'xstate';
import { passwordMachine } from '#machines/password/password.machine.ts';
import { NO_BOXES } from '#machines/shared/boxes.ts';
import type { LoginParameters } from '#machines/shared/login.ts';
import { type Result, success } from '#machines/shared/result.ts';
import { servePage } from '#tools/bench/pages.ts';
import { LANGUAGE_HEADER } from '#wire/names.ts';

/** The rate of an operation. */
export type Throughput = { readonly name: string; readonly perSecond: number };

/**
 * Measures the rate of an operation.
 * @param times number of operations in `work`
 */
const measureRate = async (
  name: string,
  times: number,
  work: () => Promise<unknown>,
): Promise<Throughput> => {
  const startedAt = performance.now();
  await work();
  return { name, perSecond: (times / (performance.now() - startedAt)) * 1000 };
};

/** The password flow, whose port accepts every password at once. */
const passwordFlow = passwordMachine.provide({
  actors: { provePassword: fromPromise(async (): Promise<Result<unknown>> => success(null)) },
});

const LOGIN_PARAMETERS: LoginParameters = {
  step: 'only',
  clientId: 'demo-oidc',
  accessToken: '',
  type: 'oidc',
  mode: 'web',
  policyId: 'policy-1',
  redirect: '',
  firstFixed: '',
  fixed: NO_BOXES,
};

const runPasswordFlow = async () => {
  const actor = createActor(passwordFlow, {
    input: { userId: 'kim', mode: 'gate', hasOtherMethods: false, login: LOGIN_PARAMETERS, boxes: null },
  }).start();
  actor.send({ type: 'password.submitted', password: 'secret' });
  await toPromise(actor);
};

const FLOWS = 5000;

/** Measures how often per second the password flow runs from its start to its output. */
export const measureMachine = (): Promise<Throughput> =>
  measureRate('password flow, start to output', FLOWS, async () => {
    for (let flow = 0; flow < FLOWS; flow += 1) await runPasswordFlow();
  });

const REQUESTS = 2000;
const CONCURRENCY = 16;

/** Sends {@link REQUESTS} requests, {@link CONCURRENCY} of them at the same time. */
const sendRequests = async (sendRequest: () => Promise<Response>) => {
  const worker = async () => {
    for (let done = 0; done < REQUESTS / CONCURRENCY; done += 1) {
      const response = await sendRequest();
      if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
};

/** Measures requests to the server over HTTP, with server and client in the same process. */
export const measureServer = async (): Promise<Throughput[]> => {
  const page = await servePage('static');
  const policyCheck = {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: page.origin, [LANGUAGE_HEADER]: 'ko' },
    body: JSON.stringify({ userId: 'kim', clientId: 'demo-oidc' }),
  };
  try {
    return [
      await measureRate('server: the page', REQUESTS, () => sendRequests(() => fetch(page.url))),
      await measureRate('server: policy check', REQUESTS, () =>
        sendRequests(() => fetch(`${page.origin}/auth/policy/check`, policyCheck)),
      ),
    ];
  } finally {
    await page.close();
  }
};
