import { createActor, fromPromise, toPromise } from 'xstate';
import { passwordMachine } from '#machines/password/password.machine.ts';
import { NO_BOXES } from '#machines/shared/boxes.ts';
import type { LoginParameters } from '#machines/shared/login.ts';
import { type Result, success } from '#machines/shared/result.ts';
import { servePage } from '#tools/bench/pages.ts';
import { LANGUAGE_HEADER } from '#wire/names.ts';

/** Operations per second. */
export type Throughput = { readonly name: string; readonly perSecond: number };

const measureRate = async (
  name: string,
  times: number,
  work: () => Promise<unknown>,
): Promise<Throughput> => {
  const startedAt = performance.now();
  await work();
  return { name, perSecond: (times / (performance.now() - startedAt)) * 1000 };
};

const passwordGate = passwordMachine.provide({
  actors: { provePassword: fromPromise(async (): Promise<Result<unknown>> => success(null)) },
});

const PARAMETERS: LoginParameters = {
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

const passGate = async () => {
  const actor = createActor(passwordGate, {
    input: { userId: 'kim', mode: 'gate', hasOtherMethods: false, login: PARAMETERS, boxes: null },
  }).start();
  actor.send({ type: 'password.submitted', password: 'secret' });
  await toPromise(actor);
};

const FLOWS = 5000;

/** Measures a flow from start to output, with immediate answers of its port. */
export const measureMachine = (): Promise<Throughput> =>
  measureRate('password flow, start to output', FLOWS, async () => {
    for (let flow = 0; flow < FLOWS; flow += 1) await passGate();
  });

const REQUESTS = 2000;
const CONCURRENCY = 16;

/** Makes requests with several concurrent workers. */
const request = async (make: () => Promise<Response>) => {
  const worker = async () => {
    for (let done = 0; done < REQUESTS / CONCURRENCY; done += 1) {
      const response = await make();
      if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
};

/** Measures the reference server over HTTP, with the client in the same process. */
export const measureServer = async (): Promise<Throughput[]> => {
  const page = await servePage('static');
  const check = {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: page.origin, [LANGUAGE_HEADER]: 'ko' },
    body: JSON.stringify({ userId: 'kim', clientId: 'demo-oidc' }),
  };
  try {
    return [
      await measureRate('server: the page', REQUESTS, () => request(() => fetch(page.url))),
      await measureRate('server: policy check', REQUESTS, () =>
        request(() => fetch(`${page.origin}/auth/policy/check`, check)),
      ),
    ];
  } finally {
    await page.close();
  }
};
