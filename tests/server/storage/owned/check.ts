import { expect } from 'vitest';
import type { TestServer } from '#tests/support/server/server.ts';
import { MINUTE, type OwnedEntry, type Owner, withPortalParts } from './entries.ts';

const newOwner = async ({ portal }: TestServer, userId: string, clientId: string): Promise<Owner> => ({
  session: (await portal.sessions.start()).session,
  clientId,
  userId,
});

/**
 * Checks that an entry is found by its owner until it expires, by nobody else, and not after its expiry.
 * @param addOthers stores entries of another person; returns a function that reads their rows, which must stay unchanged
 */
export async function checkOwnership(
  server: TestServer,
  { owners, lifetimeMs, storeEntry }: OwnedEntry,
  addOthers: () => Promise<() => Promise<unknown>> = async () => async () => null,
): Promise<void> {
  const otherOwner = await newOwner(server, 'yoon', 'demo-saml');
  const storeForNewOwner = async () => {
    server.wait(MINUTE);
    const owner = await newOwner(server, 'kim', 'demo-oidc');
    return { owner, isFound: await storeEntry(withPortalParts(server), owner) };
  };
  const { owner, isFound } = await storeForNewOwner();
  const rowsOfOthers = await addOthers();
  const rowsBefore = await rowsOfOthers();
  for (const part of owners) expect(await isFound({ ...owner, [part]: otherOwner[part] }), part).toBe(false);
  expect(await isFound(owner)).toBe(true);
  expect(await rowsOfOthers(), 'rows of others').toEqual(rowsBefore);
  if (lifetimeMs === undefined) return;
  const valid = await storeForNewOwner();
  server.wait(lifetimeMs - 1);
  expect(await valid.isFound(valid.owner), 'just before the expiry').toBe(true);
  const expired = await storeForNewOwner();
  server.wait(lifetimeMs);
  expect(await expired.isFound(expired.owner), 'after the expiry').toBe(false);
}
