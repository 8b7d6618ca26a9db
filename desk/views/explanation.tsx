import { useIntl } from 'react-intl';
import { useDeskText } from '#desk/app/text.ts';
import { ERROR_CATALOGUE } from '#i18n/error-catalogue.ts';
import { Button } from '#src/ui/button.tsx';
import { Message } from '#src/ui/message.tsx';
import type { DeskExplanation, ExplainedMethod } from '#wire/desk/explanation.ts';
import { METHOD_TABLE } from '#wire/methods.ts';
import { TYPE_CODES, type TypeCode } from '#wire/type-codes.ts';
import styles from './explanation.module.css';
import { useLocalizedName, useTime } from './localized.ts';
import type { ScreenProps } from './screen.ts';
import { Entries, Entry, Section } from './section.tsx';

/** The type code of a method, whose name is as in policies and explanations; undefined for an unknown method. */
const codeOfMethod = (method: string): TypeCode | undefined =>
  method === 'qrCode' ? TYPE_CODES.qr : Object.values(METHOD_TABLE).find(({ wire }) => wire === method)?.code;

/** Returns a function that translates the name of a method in a policy or an explanation. */
export function useMethodName(): (method: string) => string {
  const text = useDeskText();
  return (method) => {
    const code = codeOfMethod(method);
    return code === undefined ? method : text(`desk.method.${code}`);
  };
}

/** Returns a function that returns the text that the portal shows for an error code (spec section 8). */
function usePortalErrorText(): (code: string) => string {
  const { formatMessage } = useIntl();
  return (code) =>
    Object.hasOwn(ERROR_CATALOGUE, code) ? formatMessage({ id: `error.auth_error_${code}` }) : code;
}

/** Whether a person can use a method, with the reasons. */
function Method({ explained, timeZone }: { explained: ExplainedMethod; timeZone: string | undefined }) {
  const text = useDeskText();
  const time = useTime(timeZone);
  const nameOf = useMethodName();
  const { method, use, obstacles, remarks } = explained;
  const details = [
    text(`desk.use.${use}`),
    ...obstacles.flatMap(({ why, until }) => [
      text(`desk.obstacle.${why}`),
      ...(until === undefined ? [] : [text('desk.until', { time: time(until) })]),
    ]),
    ...remarks.map((remark) => text(`desk.remark.${remark}`)),
  ];
  const isUsable = obstacles.length === 0;
  return (
    <Entry
      title={nameOf(method)}
      details={details.join(' · ')}
      action={
        <span className={styles['usability']} data-works={isUsable}>
          {text(isUsable ? 'desk.explain.works' : 'desk.explain.fails')}
        </span>
      }
    />
  );
}

/** Whether and how a person can sign in at a service. */
function ServiceExplanation({
  explanation,
  service,
  timeZone,
}: {
  readonly explanation: DeskExplanation;
  readonly service: string;
  readonly timeZone: string | undefined;
}) {
  const text = useDeskText();
  const nameOf = useMethodName();
  const portalErrorText = usePortalErrorText();
  const { refusal, policyRefusal, policyId, networks, isSecondStepAsked, rememberedBrowsers } = explanation;
  const { methods, isEnough, checks } = explanation;
  const code = refusal?.errCode ?? policyRefusal;
  const lines = [
    code === null ? null : text('desk.explain.told', { words: portalErrorText(code) }),
    refusal?.reason === 'accountDormant' ? text('desk.suspended.dormant') : null,
    refusal?.reason === 'signInShut' ? text('desk.suspended.reported') : null,
    policyId === null ? text('desk.explain.noPolicy') : text('desk.explain.policy', { policy: policyId }),
    networks === null ? null : text('desk.explain.networks', { networks: networks.join(', ') }),
    isSecondStepAsked ? text('desk.explain.second') : null,
    rememberedBrowsers > 0 ? text('desk.explain.remembered', { count: rememberedBrowsers }) : null,
    checks.length === 0
      ? text('desk.explain.noChecks')
      : text('desk.explain.checks', { methods: checks.map(nameOf).join(', ') }),
  ];
  return (
    <>
      <Message tone={isEnough ? 'success' : 'warning'} live="polite">
        {text(isEnough ? 'desk.explain.enough' : 'desk.explain.notEnough', { service })}
      </Message>
      {lines.map((line) => (line === null ? null : <p key={line}>{line}</p>))}
      <Entries label={text('desk.person.services')}>
        {methods
          .filter(({ use }) => use !== 'none')
          .map((explained) => (
            <Method key={explained.method} explained={explained} timeZone={timeZone} />
          ))}
      </Entries>
    </>
  );
}

/** The section in which a service is chosen and its sign-in is explained. */
export function ExplanationSection({ actor, snapshot }: ScreenProps) {
  const text = useDeskText();
  const nameOf = useLocalizedName();
  const { services, clientId, explanation, session } = snapshot.context;
  const isExplaining = snapshot.matches({ working: { person: { ready: 'explaining' } } });
  const chosenService = services.find((service) => service.clientId === clientId);
  return (
    <Section title={text('desk.person.services')}>
      <p>{text('desk.person.servicesLead')}</p>
      <div className={styles['services']}>
        {services.map((service) => (
          <Button
            key={service.clientId}
            kind="secondary"
            busy={isExplaining && service.clientId === clientId}
            busyLabel={text('desk.loading')}
            onClick={() => actor.send({ type: 'service.chosen', clientId: service.clientId })}
          >
            {nameOf(service.name, service.clientId)}
          </Button>
        ))}
      </div>
      {explanation && chosenService ? (
        <ServiceExplanation
          explanation={explanation}
          service={nameOf(chosenService.name, chosenService.clientId)}
          timeZone={session?.timeZone}
        />
      ) : null}
    </Section>
  );
}
