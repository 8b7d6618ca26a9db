import { join } from 'node:path';
import { CALLBACK, CLIENT, PASSWORD, userIdAt } from '#tools/cluster/config.ts';
import { type PortalCluster, startPortals } from '#tools/cluster/start.ts';
import { EVENT_FIELD, FORM_KEY_FIELD, SUBMIT_FIELD } from '#wire/server-portal.ts';
import { addCost, type Costs, concurrently, noCost, noCosts, signInBatch } from './calls.ts';
import { FormClient } from './form-client.ts';

const BUILT_PORTAL = join(import.meta.dirname, '..', '..', '..', 'dist');

/** The form posts of a sign-in without scripts, and the equivalent call of each; choosing a method has none. */
export const POSTS = [
  ['ID', 'POST /auth/policy/check'],
  ['method', null],
  ['password', 'POST /authenticate'],
] as const;

export type FormFigures = {
  /** By post, one at a time: the posts themselves and the pages after them. */
  readonly posts: Costs;
  readonly pages: Costs;
  /** The equivalent calls. */
  readonly calls: Costs;
  /** Number of concurrent posts. */
  readonly concurrency: number;
  readonly concurrent: Costs;
};

const PEOPLE = 1_000;
const BATCH = 20;
const BATCHES = 20;
/** Batches until the code of the posts is compiled. */
const WARM_UP = 40;
const CONCURRENT_POSTS = 64;

const valueIn = (page: string, field: string): string =>
  new RegExp(`name="${field}" value="([^"]*)"`).exec(page)?.[1] ?? '';

const titleIn = (page: string): string => /<title>([^<]*)/.exec(page)?.[1] ?? '';

/** The posts without a password, whose hashing has its own queue. */
const POSTS_WITHOUT_HASHING = POSTS.filter(([name]) => name !== 'password');

type Person = { readonly userId: string; readonly client: FormClient; page: string; path: string };

/** The fields of a post, read from the page with the form. */
const FIELDS: Readonly<Record<(typeof POSTS)[number][0], (person: Person) => Record<string, string>>> = {
  ID: ({ page, userId }) => ({ [SUBMIT_FIELD]: valueIn(page, SUBMIT_FIELD), username: userId }),
  method: () => ({ [EVENT_FIELD]: 'chooser:method.chosen?method=password' }),
  password: ({ page }) => ({ [SUBMIT_FIELD]: valueIn(page, SUBMIT_FIELD), password: PASSWORD }),
};

const noPosts = (): Costs => new Map(POSTS.map(([post]) => [post, noCost()]));

/** Lets people sign in by forms, step by step. */
async function formBatch(
  portals: PortalCluster,
  people: number,
  [size, workers]: readonly [size: number, workers: number],
  [posts, pages]: readonly [posts: Costs, pages: Costs],
  steps: readonly (typeof POSTS)[number][] = POSTS,
): Promise<void> {
  const [portal = ''] = portals.urls;
  const visitors = Array.from(
    { length: size },
    (_, index): Person => ({
      userId: userIdAt(index % people),
      client: new FormClient(portal, portals.url),
      page: '',
      path: '/login',
    }),
  );
  const step = async (costs: Costs, name: string, work: (person: Person) => Promise<void>) => {
    const cost = costs.get(name) ?? noCost();
    await addCost(portals, cost, () =>
      concurrently(workers, visitors, async (person) => {
        const startedAt = performance.now();
        await work(person);
        cost.times.push(performance.now() - startedAt);
      }),
    );
  };
  const openPage = async (person: Person): Promise<void> => {
    person.page = await person.client.get(person.path);
  };
  await concurrently(workers, visitors, openPage);
  for (const [name] of steps) {
    await step(posts, name, async (person) => {
      const fields = { [FORM_KEY_FIELD]: valueIn(person.page, FORM_KEY_FIELD), ...FIELDS[name](person) };
      person.path = await person.client.post(person.path, new URLSearchParams(fields));
    });
    await step(pages, name, async (person) => {
      const before = titleIn(person.page);
      await openPage(person);
      if (titleIn(person.page) === before) throw new Error(`The post of the ${name} did not change the page`);
    });
  }
}

/** Measures form posts at the built portal: one process on SQLite, without the cost of hashing. */
export async function measureForms(fraction: number): Promise<FormFigures> {
  const people = PEOPLE * fraction;
  const portals = await startPortals({
    engine: 'sqlite',
    portals: 1,
    people,
    siteDir: BUILT_PORTAL,
    adaptConfig: (config) => ({
      ...config,
      clients: config.clients.map((client) => ({ ...client, initiateLoginUri: CALLBACK })),
      defaultClient: CLIENT.id,
    }),
  });
  try {
    const [posts, pages, calls, concurrent] = [noPosts(), noPosts(), noCosts(), noPosts()];
    for (let batch = 0; batch < WARM_UP; batch += 1) {
      await signInBatch(portals, people, 1, noCosts());
      await formBatch(portals, people, [BATCH, 1], [noPosts(), noPosts()]);
    }
    for (let batch = 0; batch < BATCHES * fraction; batch += 1) {
      await signInBatch(portals, people, 1, calls);
      await formBatch(portals, people, [BATCH, 1], [posts, pages]);
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
