import * as v from 'valibot';
import { adminActions } from '#server/administration/admin-actions.ts';
import type { PolicyRule } from '#server/config/policy.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import type { DeskCall } from '#server/desk/context.ts';
import { DeskRefusal } from '#server/desk/refusal.ts';
import { SECOND_TOKENS } from '#server/login/policy/second-tokens.ts';
import { DESK_NOTICE_MAX } from '#wire/desk/names.ts';
import type { EndNoticeBody, Notice, NoticeBody, NoticeList } from '#wire/desk/notices.ts';
import type { DeskPolicy, DeskService, DeskState, PolicyList, ServiceList } from '#wire/desk/state.ts';

const noticeText = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.check((value) => [...value].length <= DESK_NOTICE_MAX),
  v.regex(/^[^\p{Cc}]*$/u),
);

const time = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

export const noticeBody = v.pipe(
  v.object({
    noticeId: v.exactOptional(v.string()),
    ko: noticeText,
    en: noticeText,
    from: time,
    until: time,
  }),
  v.forward(
    v.check(({ from, until }) => from < until),
    ['until'],
  ),
) satisfies v.GenericSchema<NoticeBody>;

export const endNoticeBody = v.object({ noticeId: v.string() }) satisfies v.GenericSchema<EndNoticeBody>;

const servicesIn = ({ clients, serviceProviders }: ServerConfig): readonly DeskService[] => [
  ...clients.map(({ clientId, serviceName }) => ({
    clientId,
    protocol: 'openid' as const,
    name: serviceName,
  })),
  ...serviceProviders.map(({ serviceId, serviceName }) => ({
    clientId: serviceId,
    protocol: 'saml' as const,
    name: serviceName,
  })),
];

const policyOf = (rule: PolicyRule): DeskPolicy => ({
  policyId: rule.id,
  isEnabled: rule.enabled,
  clients: rule.clients ?? null,
  users: rule.users ?? null,
  groups: rule.groups ?? null,
  period: rule.period
    ? {
        ...(rule.period.from !== undefined && { from: rule.period.from }),
        ...(rule.period.until !== undefined && { until: rule.period.until }),
      }
    : null,
  hours: rule.hours ?? null,
  networks: rule.networks ?? null,
  isPasswordFirst: rule.authType === 'other',
  methods: rule.methods,
  isSecondStepAsked: rule.secondAuth,
  secondTokens: SECOND_TOKENS.filter((name) => rule.secondTokenPriority[name] !== undefined).sort(
    (one, other) => (rule.secondTokenPriority[one] ?? 0) - (rule.secondTokenPriority[other] ?? 0),
  ),
  isManagementOpen: rule.management,
});

export const services = async ({ portal }: DeskCall): Promise<ServiceList> => ({
  services: servicesIn(portal.config),
});

export const policies = async ({ portal }: DeskCall): Promise<PolicyList> => ({
  policies: portal.config.policies.map(policyOf),
  services: servicesIn(portal.config),
});

export const state = ({ state: stateNow }: DeskCall): Promise<DeskState> => stateNow();

export const notices = async ({ portal }: DeskCall): Promise<NoticeList> => ({
  notices: await portal.notices.all(),
});

export async function putNotice(
  { admin, portal, session }: DeskCall,
  { noticeId, ...text }: v.InferOutput<typeof noticeBody>,
): Promise<Notice> {
  const put = await portal.notices.put(
    { ...text, ...(noticeId !== undefined && { noticeId }) },
    session.userId,
  );
  if (!put) throw new DeskRefusal('noNotice');
  adminActions(admin).report({ action: 'put-notice', details: { noticeId: put.noticeId } });
  return put;
}

export async function endNotice(
  { admin, portal, session }: DeskCall,
  { noticeId }: v.InferOutput<typeof endNoticeBody>,
) {
  if (!(await portal.notices.end(noticeId, session.userId))) throw new DeskRefusal('noNotice');
  adminActions(admin).report({ action: 'end-notice', details: { noticeId } });
  return { outcome: 'done' as const };
}
