import { beforeAll, afterAll, expect, test } from 'vitest';
import { fakeEngine } from '#tests/support/server/engine.ts';
import { testServer, type TestServer } from '#tests/support/server/server.ts';
import { openTestStorage } from '#tests/support/server/storage.ts';
import { checkOwned } from './owned/check.ts';
import { somebodyBeside } from './owned/beside.ts';
import { conditionsOf, weakenable } from './owned/conditions.ts';
import { OWNED_TIMES } from './owned/kept.ts';
import { OWNED } from './owned/owned.ts';

class Undone extends Error {}

test('x', { timeout: 600000 }, async () => {
  const w = weakenable(await openTestStorage());
  const server = await testServer(OWNED_TIMES, fakeEngine(), {}, w.storage);
  const { clock } = server;
  const trial = async (entry: any, by = true) => {
    const at = clock.now;
    let failed: unknown = null;
    await w.storage.transaction(async () => {
      try { await checkOwned(server, entry, by ? () => somebodyBeside(server, OWNED): undefined); } catch (e) { failed = e; }
      throw new Undone();
    }).catch((e) => { if (!(e instanceof Undone)) throw e; });
    clock.now = at;
    return failed;
  };
  const by = new Map<string, string[]>();
  w.ranSince();
  for (const [name, entry] of Object.entries(OWNED)) {
    const g = await trial(entry);
    if (g) console.log('BASE', name, String((g as any).stack).slice(0, 700));
    w.ranSince();
    const f = await trial(entry, false);
    if (f) console.log('BASE0', name, String((f as any).stack).slice(0,700));
    by.set(name, w.ranSince() as string[]);
  }
  let n = 0, t = 0;
  const out: string[] = [];
  for (const [sql, file] of w.statements) for (const c of conditionsOf(sql)) {
    n++;
    w.drop(c);
    let seen = false;
    for (const [name, ran] of by) {
      if (!ran.includes(sql)) continue;
      t++;
      if (await trial(OWNED[name])) { seen = true; break; }
    }
    w.drop(null);
    const users = [...by].filter(([, r]) => r.includes(sql)).length;
    if (!seen) out.push(`${file} [${users}]: ${c.weak.replaceAll(/\s+/g, ' ')}`);
  }
  console.log(n, t, out.length, '\n' + out.join('\n'));
});
