import { Hono } from 'hono';
import { administratorRoutes } from '#lab/administrator/routes.ts';
import { cardRoutes } from '#lab/card/routes.ts';
import { mailboxRoutes } from '#lab/mailbox/routes.ts';
import { messageRoutes } from '#lab/messages/routes.ts';
import type { LabOptions } from '#lab/options.ts';
import { passkeyRoutes } from '#lab/passkey/routes.ts';
import { appRegistrationRoutes } from '#lab/phone/registration.ts';
import { phoneRoutes } from '#lab/phone/routes.ts';
import { scannerRoutes } from '#lab/scanner/routes.ts';
import { yubikeyRoutes } from '#lab/yubikey/routes.ts';
import type { DeviceStore } from './device-store.ts';
import type { DeviceOwner } from './owners.ts';

/** The pages of all devices, and JSON calls with the same functions (docs/lab.md). */
export function deviceRoutes(owners: readonly DeviceOwner[], store: DeviceStore, options: LabOptions): Hono {
  return new Hono()
    .route('/', messageRoutes(options))
    .route('/', phoneRoutes(owners, options))
    .route('/', appRegistrationRoutes(owners, store, options))
    .route('/', scannerRoutes(owners, store, options))
    .route('/', mailboxRoutes(owners, options))
    .route('/', cardRoutes(owners, store, options))
    .route('/', yubikeyRoutes(owners, store, options))
    .route('/', passkeyRoutes(owners, options))
    .route('/', administratorRoutes(owners, store, options));
}
