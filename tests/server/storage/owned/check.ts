import { expect } from 'vitest';
import type { TestServer } from '#tests/support/server/server.ts';
import { MINUTE, type Owned, opened, type Whose } from './kept.ts';

const somebody = async ({ portal }: TestServer, userId: string, clientId: string): Promise<Whose> => ({
  session: (await portal.sessions.start()).session,
  clientId,
  userId,
});

/**
 * Checks that an entry is found by its owner until it expires, and neither by anybody else nor later.
 * @param beside stores entries of others and later returns their rows, which have to be unchanged
 */
export async function checkOwned(
  server: TestServer,
  { owners, lifetimeMs, keep }: Owned,
  beside: () => Promise<() => Promise<unknown>> = async () => async () => null,
): Promise<void> {
  const foreign = await somebody(server, 'yoon', 'demo-saml');
  const begin = async () => {
    server.wait(MINUTE);
    const mine = await somebody(server, 'kim', 'demo-oidc');
    return { mine, reaches: await keep(opened(server), mine) };
  };
  const { mine, reaches } = await begin();
  const others = await beside();
  const before = await others();
  for (const owner of owners) expect(await reaches({ ...mine, [owner]: foreign[owner] }), owner).toBe(false);
  expect(await reaches(mine)).toBe(true);
  expect(await others(), 'what others have').toEqual(before);
  if (lifetimeMs === undefined) return;
  const last = await begin();
  server.wait(lifetimeMs - 1);
  expect(await last.reaches(last.mine), 'at its end').toBe(true);
  const over = await begin();
  server.wait(lifetimeMs);
  expect(await over.reaches(over.mine), 'after its end').toBe(false);
}
