import { join } from 'node:path';
import { CALLBACK, CLIENT, PASSWORD, userIdAt } from '#tools/cluster/config.ts';
import { type PortalCluster, startPortals } from '#tools/cluster/start.ts';
import { EVENT_FIELD, FORM_KEY_FIELD, SUBMIT_FIELD } from '#wire/server-portal.ts';
import { addCost, type Costs, concurrently, noCost, noCosts, signInBatch } from './calls.ts';
import { FormClient } from './form-client.ts';

/** Folder of the built portal. */
const SITE_DIR = join(import.meta.dirname, '..', '..', '..', 'dist');

/** The form posts of a sign-in without scripts, each with the equivalent call; null for the choice of a method. */
export const POSTS = [
  ['ID', 'POST /auth/policy/check'],
  ['method', null],
  ['password', 'POST /authenticate'],
] as const;

/** Costs of form posts, by name of the post. */
export type FormCosts = {
  /** Costs of posts that are made one after the other. */
  readonly posts: Costs;
  /** Costs of the pages that are opened after these posts. */
  readonly pages: Costs;
  /** Costs of the equivalent calls, by name of the call. */
  readonly calls: Costs;
  /** Number of concurrent posts. */
  readonly concurrency: number;
  /** Costs of concurrent posts. */
  readonly concurrent: Costs;
};

/** Number of accounts. */
const PEOPLE = 1_000;

/** Number of sign-ins in a batch. */
const BATCH_SIZE = 20;

/** Number of measured batches. */
const BATCHES = 20;

/** Number of batches that are not measured, since V8 has not compiled the code yet. */
const WARM_UP_BATCHES = 40;
const CONCURRENT_POSTS = 64;

const valueIn = (page: string, field: string): string =>
  new RegExp(`name="${field}" value="([^"]*)"`).exec(page)?.[1] ?? '';

const titleIn = (page: string): string => /<title>([^<]*)/.exec(page)?.[1] ?? '';

/** The posts except the password, because passwords wait in a queue until they are hashed. */
const POSTS_WITHOUT_HASHING = POSTS.filter(([name]) => name !== 'password');

/** A sign-in without scripts in progress. */
type FormSignIn = { readonly userId: string; readonly client: FormClient; page: string; path: string };

/** By post: returns the fields of the form. */
const FIELDS: Readonly<Record<(typeof POSTS)[number][0], (signIn: FormSignIn) => Record<string, string>>> = {
  ID: ({ page, userId }) => ({ [SUBMIT_FIELD]: valueIn(page, SUBMIT_FIELD), username: userId }),
  method: () => ({ [EVENT_FIELD]: 'chooser:method.chosen?method=password' }),
  password: ({ page }) => ({ [SUBMIT_FIELD]: valueIn(page, SUBMIT_FIELD), password: PASSWORD }),
};

const noPosts = (): Costs => new Map(POSTS.map(([post]) => [post, noCost()]));

/**
 * Makes a batch of sign-ins with forms: the first post of all sign-ins, then the second post of all sign-ins, and so on.
 * @param people number of accounts
 * @param size number of sign-ins in the batch, and number of concurrent posts
 * @param costs the costs to which the posts, and the pages after the posts, are added
 */
async function formBatch(
  portals: PortalCluster,
  people: number,
  [size, workers]: readonly [size: number, workers: number],
  [posts, pages]: readonly [posts: Costs, pages: Costs],
  steps: readonly (typeof POSTS)[number][] = POSTS,
): Promise<void> {
  const [portal = ''] = portals.urls;
  const signIns = Array.from(
    { length: size },
    (_, index): FormSignIn => ({
      userId: userIdAt(index % people),
      client: new FormClient(portal, portals.url),
      page: '',
      path: '/login',
    }),
  );
  const addStep = async (costs: Costs, name: string, work: (signIn: FormSignIn) => Promise<void>) => {
    const cost = costs.get(name) ?? noCost();
    await addCost(portals, cost, () =>
      concurrently(workers, signIns, async (signIn) => {
        const startedAt = performance.now();
        await work(signIn);
        cost.times.push(performance.now() - startedAt);
      }),
    );
  };
  const openPage = async (signIn: FormSignIn): Promise<void> => {
    signIn.page = await signIn.client.get(signIn.path);
  };
  await concurrently(workers, signIns, openPage);
  for (const [name] of steps) {
    await addStep(posts, name, async (signIn) => {
      const fields = { [FORM_KEY_FIELD]: valueIn(signIn.page, FORM_KEY_FIELD), ...FIELDS[name](signIn) };
      signIn.path = await signIn.client.post(signIn.path, new URLSearchParams(fields));
    });
    await addStep(pages, name, async (signIn) => {
      const before = titleIn(signIn.page);
      await openPage(signIn);
      if (titleIn(signIn.page) === before) throw new Error(`The post of the ${name} did not change the page`);
    });
  }
}

/**
 * Measures form posts at the built portal: one process on SQLite, with a cheap password hash.
 * @param fraction fraction of the full measurement
 */
export async function measureForms(fraction: number): Promise<FormCosts> {
  const people = PEOPLE * fraction;
  const portals = await startPortals({
    engine: 'sqlite',
    portals: 1,
    people,
    siteDir: SITE_DIR,
    adaptConfig: (config) => ({
      ...config,
      clients: config.clients.map((client) => ({ ...client, initiateLoginUri: CALLBACK })),
      defaultClient: CLIENT.id,
    }),
  });
  try {
    const [posts, pages, calls, concurrent] = [noPosts(), noPosts(), noCosts(), noPosts()];
    for (let batch = 0; batch < WARM_UP_BATCHES; batch += 1) {
      await signInBatch(portals, people, 1, noCosts());
      await formBatch(portals, people, [BATCH_SIZE, 1], [noPosts(), noPosts()]);
    }
    for (let batch = 0; batch < BATCHES * fraction; batch += 1) {
      await signInBatch(portals, people, 1, calls);
      await formBatch(portals, people, [BATCH_SIZE, 1], [posts, pages]);
    }
    for (let batch = 0; batch < BATCHES * fraction; batch += 1) {
      await formBatch(
        portals,
        people,
        [CONCURRENT_POSTS, CONCURRENT_POSTS],
        [concurrent, noPosts()],
        POSTS_WITHOUT_HASHING,
      );
    }
    return { posts, pages, calls, concurrency: CONCURRENT_POSTS, concurrent };
  } finally {
    await portals.close();
  }
}
