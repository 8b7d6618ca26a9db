import { engineStoreIn } from '#server/protocols/oidc/store.ts';
import type { Storage } from '#server/storage/storage.ts';

/** Begins more requests of one address than may be pending, marks progress of some, and returns the pending ones after each step. */
export async function pendingAfterEachStep(db: Storage): Promise<readonly string[]> {
  const store = engineStoreIn(
    db,
    () => 0,
    (model) => new RangeError(model),
  );
  const requests = store.adapter('Interaction');
  const ids: string[] = [];
  const begin = async (id: string, browser?: string): Promise<void> => {
    await requests.upsert(id, { uid: id }, 60);
    const browserCounters = browser === undefined ? [] : [{ key: `browser ${browser}`, max: 4 }];
    await store.recordRequest(id, [...browserCounters, { key: 'address of requests', max: 4 }], 60_000);
    ids.push(id);
  };
  const pending = async (): Promise<string> => {
    const foundIds = await Promise.all(ids.map(async (id) => ((await requests.find(id)) ? [id] : [])));
    return foundIds.flat().join(' ');
  };

  await begin('proved');
  await store.recordProgress('proved', 'proved');
  await begin('checked');
  await store.recordProgress('checked', 'checked');
  await begin('other');
  await begin('mine', 'b');
  await begin('again', 'b');
  const afterSameBrowser = await pending();

  await begin('next');
  const afterOldest = await pending();

  for (const id of ['again', 'next']) await store.recordProgress(id, 'checked');
  await store.recordProgress('proved', 'checked');
  await begin('late');
  const afterChecked = await pending();

  for (const id of ['flood1', 'flood2', 'flood3']) {
    await begin(id);
    await store.recordProgress(id, 'checked');
  }
  const afterFlood = await pending();

  await begin('new', 'c');
  return [afterSameBrowser, afterOldest, afterChecked, afterFlood, await pending()];
}
