import { useDeskText } from '#desk/app/text.ts';
import type { ActName, ActValues } from '#machines/desk/desk.types.ts';
import { isActAllowed } from '#machines/desk/permissions.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import { ACCOUNT_FIELDS, type DeskFactor, type DeskLock, type DeskPerson } from '#wire/desk/people.ts';
import { ActResultMessage } from './act-result.tsx';
import { ExplanationSection } from './explanation.tsx';
import { FailureMessage } from './failure-message.tsx';
import { useLocalizedName, useTime } from './localized.ts';
import styles from './person.module.css';
import type { ScreenProps } from './screen.ts';
import { Entries, Entry, Facts, Section } from './section.tsx';

type PersonProps = ScreenProps & { readonly person: DeskPerson };

/** The fields of an account that are shown in other parts of the screen. */
const FIELDS_SHOWN_ELSEWHERE: readonly string[] = ['userId', 'status'];

/** The acts that are possible for a person, the most urgent first. */
function actsFor({ status, suspended, locks, sessions }: DeskPerson): readonly ActName[] {
  return [
    ...(locks.length > 0 ? (['unlock'] as const) : []),
    ...(suspended === null ? [] : (['wake'] as const)),
    ...(status === 'active' ? [] : (['enable'] as const)),
    'temporaryCode',
    'appLink',
    'passwordLink',
    ...(sessions.length > 0 ? (['endSessions'] as const) : []),
    'change',
    ...(status === 'active' ? (['disable'] as const) : []),
  ];
}

/** A button for each allowed act. */
function Acts({ actor, snapshot, person }: PersonProps) {
  const text = useDeskText();
  const { context } = snapshot;
  const allowedActs = actsFor(person).filter((act) => isActAllowed(context, act));
  if (allowedActs.length === 0)
    return person.isActable || context.session?.role === 'viewer' ? null : (
      <p>{text('desk.person.notActable')}</p>
    );
  const valuesOf = (act: ActName): ActValues =>
    act === 'change'
      ? { ...person.fields, groups: person.groups.join(', ') }
      : act === 'passwordLink'
        ? { clientId: context.services[0]?.clientId ?? '' }
        : {};
  return (
    <Section title={text('desk.person.acts')}>
      <div className={styles['acts']}>
        {allowedActs.map((act) => (
          <Button
            key={act}
            kind="secondary"
            onClick={() => actor.send({ type: 'act.chosen', act, values: valuesOf(act) })}
          >
            {text(`desk.act.${act}`)}
          </Button>
        ))}
      </div>
    </Section>
  );
}

/** The fields of the account, the state of the password and the last sign-in. */
function PersonFacts({ snapshot, person }: Pick<PersonProps, 'snapshot' | 'person'>) {
  const text = useDeskText();
  const time = useTime(snapshot.context.session?.timeZone);
  const { password, temporaryCode, lastSignIn, groups, deskRole, fields, status, suspended } = person;

  function passwordFact(): string {
    if (password.isByDirectory) return text('desk.password.directory');
    if (!password.isSet) return text('desk.password.none');
    if (password.isInitial) return text('desk.password.initial');
    return password.expiresOn === null
      ? text('desk.password.set')
      : text('desk.password.until', { date: password.expiresOn });
  }
  function lastSignInFact(): string {
    if (lastSignIn === null) return text('desk.neverSignedIn');
    const { at, browser, addressRange, failures } = lastSignIn;
    return [time(at), browser, addressRange, failures > 0 && text('desk.failuresSince', { count: failures })]
      .filter(Boolean)
      .join(', ');
  }
  return (
    <Section title={text('desk.person.facts')}>
      <Facts
        facts={[
          [
            text('desk.fact.status'),
            [text(`desk.status.${status}`), suspended && text(`desk.suspended.${suspended}`)]
              .filter(Boolean)
              .join(', '),
          ],
          ...ACCOUNT_FIELDS.filter((field) => !FIELDS_SHOWN_ELSEWHERE.includes(field)).map(
            (field) => [text(`desk.field.${field}`), fields[field]] as const,
          ),
          [text('desk.fact.groups'), groups.join(', ')],
          [text('desk.fact.deskRole'), deskRole === null ? '' : text(`desk.role.${deskRole}`)],
          [text('desk.fact.password'), passwordFact()],
          [
            text('desk.fact.temporaryCode'),
            temporaryCode === null ? '' : text('desk.until', { time: time(temporaryCode.validUntil) }),
          ],
          [text('desk.fact.lastSignIn'), lastSignInFact()],
        ]}
      />
    </Section>
  );
}

/**
 * Returns a function that describes a factor: its type, and its name; if it has no name, its model or serial number.
 */
function useFactorName(): (factor: DeskFactor) => string {
  const text = useDeskText();
  return ({ kind, name, description }) => {
    const label = name || description['model'] || description['serialNumber'];
    const isStandard = description['app'] === 'standard';
    return [text(isStandard ? 'desk.standardApp' : `desk.kind.${kind}`), label]
      .filter((part) => typeof part === 'string' && part !== '')
      .join(' ');
  };
}

/** The factors of the person. */
function Methods({ actor, snapshot, person }: PersonProps) {
  const text = useDeskText();
  const time = useTime(snapshot.context.session?.timeZone);
  const nameOf = useFactorName();
  const canRemove = isActAllowed(snapshot.context, 'removeFactor');
  return (
    <Section title={text('desk.person.methods')}>
      {person.factors.length === 0 ? <p>{text('desk.person.noMethods')}</p> : null}
      <Entries label={text('desk.person.methods')}>
        {person.factors.map((factor) => {
          const { factorId, registeredAt, lastUsedAt } = factor;
          const name = nameOf(factor);
          const details = [
            registeredAt !== null && text('desk.factor.registered', { time: time(registeredAt) }),
            lastUsedAt !== null && text('desk.factor.used', { time: time(lastUsedAt) }),
          ];
          return (
            <Entry
              key={factorId}
              id={factorId}
              title={name}
              details={details.filter(Boolean).join(' · ')}
              action={
                canRemove ? (
                  <TextLink
                    describedBy={factorId}
                    onClick={() =>
                      actor.send({ type: 'act.chosen', act: 'removeFactor', values: { factorId, name } })
                    }
                  >
                    {text('desk.act.removeFactor')}
                  </TextLink>
                ) : null
              }
            />
          );
        })}
      </Entries>
    </Section>
  );
}

/** The locked methods, and methods with failed attempts. */
function Locks({ snapshot, person }: Pick<PersonProps, 'snapshot' | 'person'>) {
  const text = useDeskText();
  const time = useTime(snapshot.context.session?.timeZone);
  const lockText = ({ until, failures: count }: DeskLock): string => {
    if (until === 'forGood') return text('desk.lock.forGood', { count });
    return until === null
      ? text('desk.lock.counted', { count })
      : text('desk.lock.until', { count, time: time(until) });
  };
  if (person.locks.length === 0) return null;
  return (
    <Section title={text('desk.person.locks')}>
      <Entries label={text('desk.person.locks')}>
        {person.locks.map((lock) => (
          <Entry
            key={`${lock.tokenCode} ${lock.isOfKnownBrowser}`}
            title={text(`desk.method.${lock.tokenCode}`)}
            details={[lockText(lock), lock.isOfKnownBrowser && text('desk.lock.knownBrowser')]
              .filter(Boolean)
              .join(' · ')}
          />
        ))}
      </Entries>
    </Section>
  );
}

/** The open sessions of the person. */
function SignIns({ snapshot, person }: Pick<PersonProps, 'snapshot' | 'person'>) {
  const text = useDeskText();
  const time = useTime(snapshot.context.session?.timeZone);
  return (
    <Section title={text('desk.person.signIns')}>
      {person.sessions.length === 0 ? <p>{text('desk.person.noSignIns')}</p> : null}
      <Entries label={text('desk.person.signIns')}>
        {person.sessions.map(({ sessionId, browser, address, startedAt }) => (
          <Entry
            key={sessionId}
            title={browser || text('desk.unknownBrowser')}
            details={`${address} · ${time(startedAt)}`}
          />
        ))}
      </Entries>
    </Section>
  );
}

/** The screen of a person. The old data are shown while the data are loaded again. */
export function PersonScreen({ actor, snapshot }: ScreenProps) {
  const text = useDeskText();
  const nameOf = useLocalizedName();
  const { person, route } = snapshot.context;
  const back = () => actor.send({ type: 'route.opened', route: { screen: 'find', userId: '' } });
  if (person === null) {
    return (
      <Card title={text('desk.person')} lead={route.userId}>
        <ActResultMessage snapshot={snapshot} />
        <FailureMessage actor={actor} snapshot={snapshot} />
        {snapshot.hasTag('busy') ? <Spinner /> : null}
        <TextLink onClick={back}>{text('desk.person.back')}</TextLink>
      </Card>
    );
  }
  const { nameKo: ko, nameEn: en } = person.fields;
  return (
    <Card
      title={nameOf({ ko, en }, person.userId)}
      lead={person.userId}
      footer={<TextLink onClick={back}>{text('desk.person.back')}</TextLink>}
    >
      <ActResultMessage snapshot={snapshot} />
      <FailureMessage actor={actor} snapshot={snapshot} />
      <Acts actor={actor} snapshot={snapshot} person={person} />
      <Locks snapshot={snapshot} person={person} />
      <PersonFacts snapshot={snapshot} person={person} />
      <Methods actor={actor} snapshot={snapshot} person={person} />
      <SignIns snapshot={snapshot} person={person} />
      <ExplanationSection actor={actor} snapshot={snapshot} />
    </Card>
  );
}
