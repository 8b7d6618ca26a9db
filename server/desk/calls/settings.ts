import * as v from 'valibot';
import { configuredPolicies, configuredServices } from '#server/administration/configured.ts';
import { noticeAdmin, type noticeBody } from '#server/administration/notices.ts';
import type { DeskCallContext } from '#server/desk/context.ts';
import type { EndNoticeBody, Notice, NoticeList } from '#wire/desk/notices.ts';
import type { DeskState, PolicyList, ServiceList } from '#wire/desk/state.ts';

export const endNoticeBody = v.object({ noticeId: v.string() }) satisfies v.GenericSchema<EndNoticeBody>;

export const services = async ({ portal }: DeskCallContext): Promise<ServiceList> => ({
  services: configuredServices(portal.config),
});

export const policies = async ({ portal }: DeskCallContext): Promise<PolicyList> => ({
  policies: configuredPolicies(portal.config),
  services: configuredServices(portal.config),
});

export const state = ({ state: currentState }: DeskCallContext): Promise<DeskState> => currentState();

export const notices = async ({ portal }: DeskCallContext): Promise<NoticeList> => ({
  notices: await portal.notices.all(),
});

export const putNotice = (
  { admin }: DeskCallContext,
  body: v.InferOutput<typeof noticeBody>,
): Promise<Notice> => noticeAdmin(admin).put(body);

export async function endNotice(
  { admin }: DeskCallContext,
  { noticeId }: v.InferOutput<typeof endNoticeBody>,
) {
  await noticeAdmin(admin).end(noticeId);
  return { outcome: 'done' as const };
}
