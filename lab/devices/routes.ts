import { Hono } from 'hono';
import { administrator } from '#lab/administrator/routes.ts';
import { card } from '#lab/card/routes.ts';
import { mailbox } from '#lab/mailbox/routes.ts';
import { messageCalls } from '#lab/messages/routes.ts';
import type { LabOptions } from '#lab/options.ts';
import { passkeyPages } from '#lab/passkey/routes.ts';
import { appRegistration } from '#lab/phone/registration.ts';
import { phone } from '#lab/phone/routes.ts';
import { scanner } from '#lab/scanner/routes.ts';
import { yubikey } from '#lab/yubikey/routes.ts';
import type { DeviceStore } from './device-store.ts';
import type { Owner } from './owners.ts';

/** The devices: pages, and the same as JSON calls (docs/lab.md). */
export function devices(owners: readonly Owner[], store: DeviceStore, options: LabOptions): Hono {
  return new Hono()
    .route('/', messageCalls(options))
    .route('/', phone(owners, options))
    .route('/', appRegistration(owners, store, options))
    .route('/', scanner(owners, store, options))
    .route('/', mailbox(owners, options))
    .route('/', card(owners, store, options))
    .route('/', yubikey(owners, store, options))
    .route('/', passkeyPages(owners, options))
    .route('/', administrator(owners, store, options));
}
