import type { DeskSettings } from '#server/config/desk.ts';
import { foldedId } from '#server/config/folded-id.ts';
import { usageRefusal } from '#server/login/policy/usage.ts';
import type { Portal } from '#server/login/portal.ts';
import { DESK_ROLES, type DeskRole } from '#wire/desk/names.ts';

/** The roles of people at the help desk. */
export interface Roles {
  /** The role of a person; null when the person has no role. */
  ofUser(userId: string): Promise<DeskRole | null>;
  /** Whether at least one person with the role of an administrator can sign in at the help desk. */
  hasAdministrator(): Promise<boolean>;
}

const rankOf = (role: DeskRole | null): number => (role === null ? -1 : DESK_ROLES.indexOf(role));

/** Whether a role has at least the rights of a minimum role; null is no role. */
export const isAtLeast = (role: DeskRole | null, minimum: DeskRole | null): boolean =>
  rankOf(role) >= rankOf(minimum);

/** The roles that the configuration gives to people and groups. */
export function rolesOf(portal: Portal, { roles }: Pick<DeskSettings, 'roles'>): Roles {
  const { accounts, devices, groups, config, localTime } = portal;
  const isSameUser = (firstId: string, secondId: string): boolean =>
    config.exactIds ? firstId === secondId : foldedId(firstId) === foldedId(secondId);

  /** Whether a person could sign in at the help desk, which requires a passkey. */
  const canUseDesk = async (userId: string): Promise<boolean> => {
    const account = await accounts.find(userId);
    if (!account || usageRefusal(account, localTime())) return false;
    return (await devices.passkeys.of(userId)).length > 0;
  };

  return {
    async ofUser(userId) {
      const groupsOfUser = new Set((await groups.of(userId)).map(foldedId));
      return (
        DESK_ROLES.findLast(
          (role) =>
            roles[role].users.some((configuredId) => isSameUser(configuredId, userId)) ||
            roles[role].groups.some((name) => groupsOfUser.has(foldedId(name))),
        ) ?? null
      );
    },
    async hasAdministrator() {
      const { users, groups: names } = roles.administrator;
      for (const userId of users) if (await canUseDesk(userId)) return true;
      for (const name of names) {
        for (const userId of await groups.members(name)) if (await canUseDesk(userId)) return true;
      }
      return false;
    },
  };
}
