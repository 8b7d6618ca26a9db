import { approvalLinks } from '#server/http/page/paths.ts';
import { normalisedEmergencyCode } from '#server/login/methods/emergency.ts';
import type { CreationOptions } from '#server/login/passkey/registration.ts';
import { hashPassword } from '#server/login/password/hash.ts';
import type { Portal } from '#server/login/portal.ts';
import { readableCode } from '#server/login/readable-code.ts';
import { idempotentRequest } from '#server/storage/idempotency/steps.ts';
import type { Approval } from '#server/storage/repositories/approvals.ts';
import type { Passkey } from '#server/storage/repositories/passkeys.ts';
import type { PasswordLinkKind } from '#server/storage/repositories/password-links.ts';
import { type NewCredential, passkeyAdmin } from './passkey-admin.ts';
import { type LinkOutcome, passwordLinkAdmin } from './password-links.ts';

/** A new temporary code. */
type IssuedCode = {
  readonly code: string;
  /** Epoch milliseconds. */
  readonly validUntil: number;
};

type ApprovalLinks = ReturnType<typeof approvalLinks>;

/** A passkey as an entry of a list. */
type RegisteredPasskey = Pick<Passkey, 'name' | 'registeredAt'>;

/** Actions of an administrator for a person; in the demonstration the lab is the administrator. */
export interface Administration {
  /** Issues a temporary code, which replaces the former code; null when there is no such account. */
  issueEmergencyCode(userId: string): Promise<IssuedCode | null>;
  /** Issues a link that registers a person's mobile app; null when there is no such account. */
  issueProvisionLink(userId: string, validMs?: number): Promise<string | null>;
  /** Sends a person a link that creates or changes their password (rule 182). */
  issuePasswordLink(userId: string, clientId: string, kind: PasswordLinkKind): Promise<LinkOutcome>;
  /**
   * Issues the links with which a person's application to use a service is approved or rejected; null when the account
   * or the service does not exist.
   */
  issueApprovalLinks(userId: string, clientId: string): Promise<ApprovalLinks | null>;
  /** All applications to use services with their decisions, the newest first. */
  approvals(): Promise<readonly Approval[]>;
  /** Begins the registration of a passkey; null when there is no such account. */
  beginPasskey(userId: string): Promise<CreationOptions | null>;
  /**
   * Registers the passkey that a browser has created; false when it does not belong to the registration of
   * `beginPasskey`.
   */
  registerPasskey(userId: string, created: NewCredential): Promise<boolean>;
  /** The passkeys of a person, the oldest first. */
  passkeysOf(userId: string): Promise<readonly RegisteredPasskey[]>;
}

const CODE_LIFETIME_MS = 24 * 60 * 60_000;

const TEMPORARY_CODE_LENGTH = 10;

/** Name of the step of an idempotent request: a repetition of the request gets the same code. */
const CODE_STEP = 'temporaryCode';

export function administrationOf(portal: Portal): Administration {
  const { accounts, devices, config, now, random } = portal;
  const passkeys = passkeyAdmin(portal);
  return {
    async issueEmergencyCode(userId) {
      if (!(await accounts.find(userId))) return null;
      const request = idempotentRequest();
      const earlier = await request.resultOf<IssuedCode>(CODE_STEP);
      if (earlier) return earlier;
      const code = readableCode(random, TEMPORARY_CODE_LENGTH);
      const hash = await hashPassword(normalisedEmergencyCode(code), config.argon2);
      const validUntil = now() + CODE_LIFETIME_MS;
      return request.runOnce(CODE_STEP, async () => {
        await devices.emergencyCodes.issue(userId, { hash, validFrom: now(), validUntil, failures: 0 });
        return { code, validUntil };
      });
    },
    async issueProvisionLink(userId, validMs) {
      if (!(await accounts.find(userId))) return null;
      return `${config.publicUrl}/provisioning?ak=${await portal.provisionLinks.issue(userId, null, validMs)}`;
    },
    issuePasswordLink: passwordLinkAdmin(portal).issue,
    async issueApprovalLinks(userId, clientId) {
      const service = portal.client(clientId);
      if (!(await accounts.find(userId)) || !service) return null;
      return approvalLinks(config.publicUrl, await portal.approvals.issue(userId, service.clientId));
    },
    approvals: () => portal.approvals.list(),
    async beginPasskey(userId) {
      const account = await accounts.find(userId);
      return account && passkeys.begin(account);
    },
    registerPasskey: (userId, created) => passkeys.finish(userId, created),
    passkeysOf: async (userId) =>
      (await devices.passkeys.of(userId)).map(({ name, registeredAt }) => ({ name, registeredAt })),
  };
}
