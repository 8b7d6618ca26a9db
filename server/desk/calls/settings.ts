import * as v from 'valibot';
import { policiesIn, servicesIn } from '#server/administration/in-force.ts';
import { noticeAdmin, type noticeBody } from '#server/administration/notices.ts';
import type { DeskCall } from '#server/desk/context.ts';
import type { EndNoticeBody, Notice, NoticeList } from '#wire/desk/notices.ts';
import type { DeskState, PolicyList, ServiceList } from '#wire/desk/state.ts';

export const endNoticeBody = v.object({ noticeId: v.string() }) satisfies v.GenericSchema<EndNoticeBody>;

export const services = async ({ portal }: DeskCall): Promise<ServiceList> => ({
  services: servicesIn(portal.config),
});

export const policies = async ({ portal }: DeskCall): Promise<PolicyList> => ({
  policies: policiesIn(portal.config),
  services: servicesIn(portal.config),
});

export const state = ({ state: stateNow }: DeskCall): Promise<DeskState> => stateNow();

export const notices = async ({ portal }: DeskCall): Promise<NoticeList> => ({
  notices: await portal.notices.all(),
});

export const putNotice = ({ admin }: DeskCall, body: v.InferOutput<typeof noticeBody>): Promise<Notice> =>
  noticeAdmin(admin).put(body);

export async function endNotice({ admin }: DeskCall, { noticeId }: v.InferOutput<typeof endNoticeBody>) {
  await noticeAdmin(admin).end(noticeId);
  return { outcome: 'done' as const };
}
