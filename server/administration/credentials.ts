import { administrationOf } from '#server/administration/administration.ts';
import { type LinkOutcome, passwordLinkAdmin } from '#server/administration/password-links.ts';
import { isCommonPassword } from '#server/login/password/common-passwords.ts';
import { hashPassword } from '#server/login/password/hash.ts';
import { passwordSettingOf } from '#server/login/policy/password-setting.ts';
import type { Settings } from '#server/login/portal.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import { adminPasswordChangesIn } from '#server/storage/repositories/admin-password-changes.ts';
import { caepIn } from '#server/storage/repositories/caep.ts';
import { endOfSessionsIn } from '#server/storage/repositories/end-of-sessions.ts';
import type { Factor } from '#server/storage/repositories/factors.ts';
import type { PasswordLinkKind } from '#server/storage/repositories/password-links.ts';
import type { DeskFactorKind } from '#wire/desk/people.ts';
import { FACTOR_TYPES, type FactorType } from '#wire/factor-types.ts';
import { brokenRules, isTooLong } from '#wire/password-rules.ts';
import { mailAddressOf, sendMail } from './account-mail.ts';
import { type AdminDeps, adminActions } from './admin-actions.ts';
import { appLinkMail } from './app-link-mail.ts';
import { AdministrationRefusal, type RefusalReason } from './refusal.ts';

/** A new code or link, which is shown once and not written into the audit. */
export type IssuedSecret = {
  readonly secret: string;
  /** When the secret expires, in epoch milliseconds; null when this is unknown. */
  readonly validUntil: number | null;
};

/** `sent`, or why no mail was sent. */
export type MailOutcome = 'sent' | 'noMail' | 'noGateway';

/** The admin actions for passwords, codes, links and factors. */
export interface CredentialAdmin {
  /**
   * Sets a password and ends all sessions of the person.
   * @param mustChange whether the person has to change the password at the next sign-in
   * @throws AdministrationRefusal `weakPassword`, `commonPassword`, `notLocal`
   */
  setPassword(userId: string, password: string, mustChange: boolean): Promise<void>;
  /** Requires a new password at the next sign-in. */
  forceChange(userId: string): Promise<void>;
  /** Issues a temporary code, which replaces the former one. */
  issueCode(userId: string): Promise<IssuedSecret>;
  /** Issues a link that registers a mobile app. */
  issueAppLink(userId: string): Promise<IssuedSecret>;
  /** Issues a link that creates or changes a password, and mails it if the account has a mail address. */
  issuePasswordLink(
    userId: string,
    clientId: string,
    kind: PasswordLinkKind,
  ): Promise<Exclude<LinkOutcome, { readonly outcome: 'refused' }>>;
  /**
   * Whether a password link could be mailed now.
   * @throws AdministrationRefusal when no link could be issued
   */
  checkPasswordLink(userId: string, kind: PasswordLinkKind): Promise<MailOutcome>;
  /**
   * Mails a link, valid for a day, that registers a mobile app (rule 266). If no mail can be sent, no link is issued.
   */
  mailAppLink(userId: string): Promise<MailOutcome>;
  /**
   * Whether an app link could be mailed now.
   * @throws AdministrationRefusal `noAccount`, `notActive`
   */
  checkAppLink(userId: string): Promise<MailOutcome>;
  /**
   * Removes a factor, even the last factor of the person, and ends the person's sessions.
   * @param idOrType the id of the factor, or its type if the person has only one factor of this type
   */
  removeFactor(userId: string, idOrType: string): Promise<Factor>;
}

/** The names of the factor types at the help desk and in commands. */
export const FACTOR_KINDS: Readonly<Record<FactorType, DeskFactorKind>> = {
  [FACTOR_TYPES.otpCard]: 'card',
  [FACTOR_TYPES.yubikey]: 'yubikey',
  [FACTOR_TYPES.mobileApp]: 'app',
  [FACTOR_TYPES.passkey]: 'passkey',
};

const APP_LINK_LIFETIME_MS = 5 * 60_000;
const MAILED_APP_LINK_LIFETIME_MS = 24 * 60 * 60_000;

/** The reasons of an admin action's refusal for reasons that are named differently for password links. */
const LINK_REFUSALS = { noAccount: 'noClient', disabled: 'notActive' } as const;

/**
 * Checks a password against the rules for a person's password.
 * @throws AdministrationRefusal `weakPassword`, `commonPassword`
 */
export async function checkStrength(
  { config, person }: Settings,
  userId: string,
  password: string,
): Promise<void> {
  const setting = passwordSettingOf(config, await person(userId), null);
  const { level, refuseCommon = level === 3 } = setting;
  if (isTooLong(password) || brokenRules(password, setting).length > 0) {
    throw new AdministrationRefusal('weakPassword', userId);
  }
  if (refuseCommon && isCommonPassword(password)) throw new AdministrationRefusal('commonPassword', userId);
}

export function credentialAdmin(deps: AdminDeps): CredentialAdmin {
  const { portal, endEngineSessions } = deps;
  const { config, factors, now, registrations, storage } = portal;
  const { runAudited, find, report } = adminActions(deps);
  const administration = administrationOf(portal);
  const caep = caepIn(storage, now);
  const endPortalSessions = endOfSessionsIn(storage, now);
  const passwords = adminPasswordChangesIn(storage);

  const findActive = async (typedId: string): Promise<Account> => {
    const account = await find(typedId);
    if (account.status !== 'active') throw new AdministrationRefusal('notActive', account.userId);
    return account;
  };

  const findLocal = async (typedId: string): Promise<Account> => {
    const account = await find(typedId);
    if (account.userType !== 'LOCAL') throw new AdministrationRefusal('notLocal', account.userId);
    return account;
  };

  /** The refusal of an admin action because a password link was refused. */
  const linkRefusal = (reason: keyof typeof LINK_REFUSALS | RefusalReason, userId: string) =>
    new AdministrationRefusal(
      reason === 'noAccount' || reason === 'disabled' ? LINK_REFUSALS[reason] : reason,
      userId,
    );

  const mailOutcomeOf = (account: Account): MailOutcome => {
    const address = mailAddressOf(portal, account);
    return 'obstacle' in address ? address.obstacle : 'sent';
  };

  const hasIdOrType = (idOrType: string, { factorId, type }: Factor, all: readonly Factor[]): boolean =>
    factorId === idOrType ||
    (FACTOR_KINDS[type] === idOrType && all.filter((factor) => factor.type === type).length === 1);

  return {
    async setPassword(typedId, password, mustChange) {
      const { userId } = await findLocal(typedId);
      await checkStrength(portal, userId, password);
      const hash = await hashPassword(password, config.argon2);
      await runAudited(async (reportAction) => {
        const account = await findLocal(userId);
        await passwords.set(userId, hash, mustChange);
        await caep.credentialChanged(userId, 'password', 'update');
        await endPortalSessions(userId);
        await endEngineSessions(userId);
        reportAction({ action: 'password', account: account.userId, details: { mustChange } });
      });
      portal.notifyPerson(await find(userId), { event: 'password-changed', browser: '', addressRange: '' });
    },
    forceChange: (typedId) =>
      runAudited(async (reportAction) => {
        const { userId } = await findLocal(typedId);
        if (!(await passwords.requireChange(userId))) throw new AdministrationRefusal('noPassword', userId);
        reportAction({ action: 'password', account: userId, details: { forced: true } });
      }),
    async issueCode(typedId) {
      const { userId } = await findActive(typedId);
      const issued = await administration.issueEmergencyCode(userId);
      if (!issued) throw new AdministrationRefusal('noAccount', userId);
      report({ action: 'code', account: userId });
      return { secret: issued.code, validUntil: issued.validUntil };
    },
    async issueAppLink(typedId) {
      const { userId } = await findActive(typedId);
      const link = await administration.issueProvisionLink(userId);
      if (link === null) throw new AdministrationRefusal('noAccount', userId);
      report({ action: 'app-link', account: userId });
      return { secret: link, validUntil: now() + APP_LINK_LIFETIME_MS };
    },
    async issuePasswordLink(typedId, clientId, kind) {
      const { userId } = await findLocal(typedId);
      const outcome = await administration.issuePasswordLink(userId, clientId, kind);
      if (outcome.outcome === 'refused') throw linkRefusal(outcome.why, userId);
      report({ action: 'password-link', account: userId, client: clientId, details: { kind } });
      return outcome;
    },
    async checkPasswordLink(typedId, kind) {
      const account = await findLocal(typedId);
      const reason = await passwordLinkAdmin(portal).refusalReason(account.userId, kind);
      if (reason) throw linkRefusal(reason, account.userId);
      return mailOutcomeOf(account);
    },
    async mailAppLink(typedId) {
      const account = await findActive(typedId);
      const { userId } = account;
      const address = mailAddressOf(portal, account);
      if ('obstacle' in address) return address.obstacle;
      const link = await administration.issueProvisionLink(userId, MAILED_APP_LINK_LIFETIME_MS);
      if (link === null) throw new AdministrationRefusal('noAccount', userId);
      const mail = appLinkMail(portal, link, now() + MAILED_APP_LINK_LIFETIME_MS);
      if (!(await sendMail(portal, address, { userId, ...mail })))
        throw new AdministrationRefusal('notSent', userId);
      report({ action: 'app-link', account: userId, details: { mailed: true } });
      return 'sent';
    },
    checkAppLink: async (typedId) => mailOutcomeOf(await findActive(typedId)),
    async removeFactor(typedId, idOrType) {
      const account = await find(typedId);
      const { userId } = account;
      const removed = await runAudited(async (reportAction) => {
        const all = await factors.of(userId);
        const factor = all.find((candidate) => hasIdOrType(idOrType, candidate, all));
        const outcome = factor && (await registrations.remove(userId, factor.factorId, async () => true));
        if (!outcome || typeof outcome === 'string') throw new AdministrationRefusal('noFactor', userId);
        await endPortalSessions(userId);
        await endEngineSessions(userId);
        const { type, factorId } = outcome.removed;
        reportAction({
          action: 'remove-factor',
          account: userId,
          details: { kind: FACTOR_KINDS[type], factorId },
        });
        return outcome.removed;
      });
      const { type: factorType } = removed;
      portal.notifyPerson(account, {
        event: 'factor-removed',
        factorType,
        browser: '',
        addressRange: '',
      });
      return removed;
    },
  };
}
