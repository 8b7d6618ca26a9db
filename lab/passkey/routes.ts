import { Hono } from 'hono';
import * as v from 'valibot';
import { deviceList, deviceNotFound } from '#lab/devices/device-list.ts';
import { type DeviceOwner, findOwner } from '#lab/devices/owners.ts';
import type { LabOptions } from '#lab/options.ts';
import { jsonOf, wantsPage } from '#lab/web/negotiation.ts';
import { sameOriginOnly } from '#lab/web/same-origin.ts';
import { passkeyPage } from './page.ts';
import { PASSKEY_SCRIPT } from './script.ts';

const nonEmptyText = v.pipe(v.string(), v.minLength(1));

/**
 * Body of a registration: the JSON of the result of `navigator.credentials.create` (WebAuthn,
 * RegistrationResponseJSON).
 */
const newPasskey = v.object({
  credential: v.object({
    id: nonEmptyText,
    rawId: nonEmptyText,
    type: v.literal('public-key'),
    clientExtensionResults: v.optional(v.object({}), {}),
    response: v.object({
      clientDataJSON: nonEmptyText,
      attestationObject: nonEmptyText,
      transports: v.optional(v.array(v.string()), []),
    }),
  }),
});

const PASSKEY_REFUSAL = 'the passkey does not answer the last challenge, or is already registered';

/** The pages on which people create passkeys, and the calls that register the passkeys at the portal. */
export function passkeyRoutes(
  owners: readonly DeviceOwner[],
  { administration, labUrl }: Pick<LabOptions, 'administration' | 'labUrl'>,
): Hono {
  const findPasskeyOwner = (userId: string): DeviceOwner | null => findOwner(owners, 'passkey', userId);

  return new Hono()
    .get('/passkey.js', (c) =>
      c.body(PASSKEY_SCRIPT, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
    )
    .get('/passkey', (c) => deviceList(c, 'passkey', owners))
    .get('/passkey/:userId', async (c) => {
      const owner = findPasskeyOwner(c.req.param('userId'));
      if (!owner) return deviceNotFound(c);
      const passkeys = await administration.passkeysOf(owner.userId);
      return wantsPage(c) ? passkeyPage(c, owner, passkeys) : c.json({ userId: owner.userId, passkeys });
    })
    .post('/passkey/:userId/options', sameOriginOnly, async (c) => {
      const owner = findPasskeyOwner(c.req.param('userId'));
      const options = owner && (await administration.beginPasskey(owner.userId));
      return options ? c.json(options) : deviceNotFound(c);
    })
    .post('/passkey/:userId', sameOriginOnly, async (c) => {
      const owner = findPasskeyOwner(c.req.param('userId'));
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
