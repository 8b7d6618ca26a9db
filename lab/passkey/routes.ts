import { Hono } from 'hono';
import * as v from 'valibot';
import { deviceList, deviceNotFound } from '#lab/devices/device-list.ts';
import { type Owner, ownerOf } from '#lab/devices/owners.ts';
import type { LabOptions } from '#lab/options.ts';
import { jsonOf, wantsPage } from '#lab/web/negotiation.ts';
import { ownPagesOnly } from '#lab/web/own-pages.ts';
import { passkeyPage } from './page.ts';
import { PASSKEY_SCRIPT } from './script.ts';

const text = v.pipe(v.string(), v.minLength(1));

/** The page's result of `navigator.credentials.create` (WebAuthn, RegistrationResponseJSON). */
const newPasskey = v.object({
  credential: v.object({
    id: text,
    rawId: text,
    type: v.literal('public-key'),
    clientExtensionResults: v.optional(v.object({}), {}),
    response: v.object({
      clientDataJSON: text,
      attestationObject: text,
      transports: v.optional(v.array(v.string()), []),
    }),
  }),
});

const PASSKEY_REFUSAL = 'the passkey does not answer the last challenge, or is already registered';

/** The pages where people create passkeys, which the administrator registers for them. */
export function passkeyPages(
  owners: readonly Owner[],
  { administration, labUrl }: Pick<LabOptions, 'administration' | 'labUrl'>,
): Hono {
  const find = (userId: string): Owner | null => ownerOf(owners, 'passkey', userId);

  return new Hono()
    .get('/passkey.js', (c) =>
      c.body(PASSKEY_SCRIPT, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
    )
    .get('/passkey', (c) => deviceList(c, 'passkey', owners))
    .get('/passkey/:userId', async (c) => {
      const owner = find(c.req.param('userId'));
      if (!owner) return deviceNotFound(c);
      const passkeys = await administration.passkeysOf(owner.userId);
      return wantsPage(c) ? passkeyPage(c, owner, passkeys) : c.json({ userId: owner.userId, passkeys });
    })
    .post('/passkey/:userId/options', ownPagesOnly, async (c) => {
      const owner = find(c.req.param('userId'));
      const options = owner && (await administration.beginPasskey(owner.userId));
      return options ? c.json(options) : deviceNotFound(c);
    })
    .post('/passkey/:userId', ownPagesOnly, async (c) => {
      const owner = find(c.req.param('userId'));
      if (!owner?.devices.passkeyName) return deviceNotFound(c);
      const parsed = v.safeParse(newPasskey, await jsonOf(c));
      if (!parsed.success) return c.json({ problems: parsed.issues.map(({ message }) => message) }, 400);
      const isRegistered = await administration.registerPasskey(owner.userId, {
        name: owner.devices.passkeyName,
        credential: parsed.output.credential,
        origin: labUrl,
      });
      if (!isRegistered) return c.json({ problems: [PASSKEY_REFUSAL] }, 400);
      return c.json({ userId: owner.userId, passkeys: await administration.passkeysOf(owner.userId) }, 201);
    });
}
