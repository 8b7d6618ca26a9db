import * as v from 'valibot';
import { configuredPolicies, configuredServices } from '#server/administration/configured.ts';
import { noticeAdmin, type noticeBody } from '#server/administration/notices.ts';
import type { DeskCallContext } from '#server/desk/context.ts';
import type { EndNoticeBody, Notice, NoticeList } from '#wire/desk/notices.ts';
import type { DeskState, PolicyList, ServiceList } from '#wire/desk/state.ts';

export const endNoticeBody = v.object({ noticeId: v.string() }) satisfies v.GenericSchema<EndNoticeBody>;

/** Returns the configured services. */
export const services = async ({ portal }: DeskCallContext): Promise<ServiceList> => ({
  services: configuredServices(portal.config),
});

/** Returns the configured policies, and the services that they name. */
export const policies = async ({ portal }: DeskCallContext): Promise<PolicyList> => ({
  policies: configuredPolicies(portal.config),
  services: configuredServices(portal.config),
});

/** Returns the state of the servers, gateways, certificates and keys. */
export const state = ({ readState }: DeskCallContext): Promise<DeskState> => readState();

/** Returns the current, future and recently ended notices. */
export const notices = async ({ portal }: DeskCallContext): Promise<NoticeList> => ({
  notices: await portal.notices.all(),
});

/** Adds or replaces a notice. */
export const putNotice = (
  { admin }: DeskCallContext,
  body: v.InferOutput<typeof noticeBody>,
): Promise<Notice> => noticeAdmin(admin).put(body);

/** Ends a notice, or deletes a future notice. */
export async function endNotice(
  { admin }: DeskCallContext,
  { noticeId }: v.InferOutput<typeof endNoticeBody>,
) {
  await noticeAdmin(admin).end(noticeId);
  return { outcome: 'done' as const };
}
