import type { MiddlewareHandler } from 'hono';
import type { Portal } from '#server/login/portal.ts';
import type { Ctx, Env } from './env.ts';

/**
 * Middleware that resolves the typed user IDs in a call to the spelling of the accounts, ignoring case and width unless
 * `exactIds` is set. An unknown ID is not changed (rule 169).
 */
export const resolveUserIds =
  ({ accounts, config }: Pick<Portal, 'accounts' | 'config'>): MiddlewareHandler<Env> =>
  async (c, next) => {
    c.set('userIdOf', async (typedId) =>
      config.exactIds ? typedId : ((await accounts.findTyped(typedId))?.userId ?? typedId),
    );
    await next();
  };

/** The user ID in the path of a call, in the spelling of the account; empty when the path has no user ID. */
export const pathUserId = (c: Ctx): Promise<string> => c.get('userIdOf')(c.req.param('userId') ?? '');

/** The user ID in the query of a call, in the spelling of the account; empty when the query has no user ID. */
export const queryUserId = (c: Ctx): Promise<string> => c.get('userIdOf')(c.req.query('userId') ?? '');
