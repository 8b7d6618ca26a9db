import type { MiddlewareHandler } from 'hono';
import type { Portal } from '#server/login/portal.ts';
import type { Ctx, Env } from './env.ts';

/**
 * Reads every ID that a call carries without regard to case and width, unless the configuration says `exactIds`: what
 * comes after meets the ID as its account is written, or as it was sent when it is nobody's (decision 169).
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
