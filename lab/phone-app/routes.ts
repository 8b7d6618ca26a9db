import { Hono } from 'hono';
import * as v from 'valibot';
import { deviceNotFound } from '#lab/devices/device-list.ts';
import type { LabOptions } from '#lab/options.ts';
import { bodyOf, wantsPage } from '#lab/web/negotiation.ts';
import { sameOriginOnly } from '#lab/web/same-origin.ts';
import { phoneAppPage } from './page.ts';

const selection = v.object({ userId: v.string() });

/**
 * The page with a phone that runs the web app of the portal. A POST issues a link that registers an account in the app.
 */
export const phoneAppRoutes = (
  options: Pick<LabOptions, 'accounts' | 'portalUrl' | 'administration'>,
): Hono =>
  new Hono()
    .get('/app', (c) => phoneAppPage(c, options, null, null))
    .post('/app', sameOriginOnly, async (c) => {
      const parsed = v.safeParse(selection, await bodyOf(c));
      const account = options.accounts.find(
        ({ userId }) => parsed.success && userId === parsed.output.userId,
      );
      const link = account && (await options.administration.issueProvisionLink(account.userId));
      if (!account || !link) return deviceNotFound(c);
      const ak = new URL(link).searchParams.get('ak') ?? '';
      return wantsPage(c)
        ? phoneAppPage(c, options, account, ak)
        : c.json({ userId: account.userId, link }, 201);
    });
