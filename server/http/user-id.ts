import type { MiddlewareHandler } from 'hono';
import type { Portal } from '#server/login/portal.ts';
import type { Ctx, Env } from './env.ts';

/**
 * Resolves the user IDs of a call to the spelling of their accounts, ignoring case and width unless `exactIds` is
 * set. An unknown ID stays as it was sent (rule 169).
 */
export const readUserIds =
  ({ accounts, config }: Pick<Portal, 'accounts' | 'config'>): MiddlewareHandler<Env> =>
  async (c, next) => {
    c.set('userIdOf', async (sent) =>
      config.exactIds ? sent : ((await accounts.findTyped(sent))?.userId ?? sent),
    );
    await next();
  };

/** The ID in the path of a call; empty when there is none. */
export const pathUserId = (c: Ctx): Promise<string> => c.get('userIdOf')(c.req.param('userId') ?? '');

/** The ID in the query of a call; empty when there is none. */
export const queryUserId = (c: Ctx): Promise<string> => c.get('userIdOf')(c.req.query('userId') ?? '');
