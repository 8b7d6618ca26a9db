import { useDeskText } from '#desk/app/text.ts';
import { Card } from '#src/ui/card.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import type { DeskPolicy } from '#wire/desk/state.ts';
import { ActResultMessage } from './act-result.tsx';
import { useMethodName } from './explanation.tsx';
import { FailureMessage } from './failure-message.tsx';
import { useLocalizedName } from './localized.ts';
import type { ScreenProps } from './screen.ts';
import { Entries, Entry, Facts, Section } from './section.tsx';

/** The settings of a policy. */
function Policy({ policy }: { readonly policy: DeskPolicy }) {
  const text = useDeskText();
  const methodName = useMethodName();
  const namesOrAll = (names: readonly string[] | null) => names?.join(', ') ?? text('desk.policies.all');
  const rangeText = (from: string | undefined, until: string | undefined) => `${from ?? ''} ~ ${until ?? ''}`;
  const { period, hours, isSecondStepAsked, secondTokens } = policy;
  return (
    <Section
      title={policy.isEnabled ? policy.policyId : `${policy.policyId} · ${text('desk.policies.disabled')}`}
    >
      <Facts
        facts={[
          [text('desk.policies.services'), namesOrAll(policy.clients)],
          [text('desk.policies.users'), namesOrAll(policy.users)],
          [text('desk.fact.groups'), namesOrAll(policy.groups)],
          [text('desk.policies.networks'), namesOrAll(policy.networks)],
          [text('desk.policies.period'), period === null ? '' : rangeText(period.from, period.until)],
          [text('desk.policies.hours'), hours === null ? '' : rangeText(hours.from, hours.until)],
          [
            text('desk.policies.first'),
            text(policy.isPasswordFirst ? 'desk.policies.passwordFirst' : 'desk.policies.chooser'),
          ],
          [text('desk.policies.methods'), policy.methods.map(methodName).join(', ')],
          [
            text('desk.policies.second'),
            isSecondStepAsked ? secondTokens.map(methodName).join(', ') : text('desk.none'),
          ],
          [text('desk.policies.management'), text(policy.isManagementOpen ? 'desk.yes' : 'desk.no')],
        ]}
      />
    </Section>
  );
}

/** The screen of policies and services, as configured. */
export function PoliciesScreen({ actor, snapshot }: ScreenProps) {
  const text = useDeskText();
  const nameOf = useLocalizedName();
  const { info, services } = snapshot.context;
  const policies = info?.screen === 'policies' ? info.policies : null;
  return (
    <Card title={text('desk.policies')}>
      <ActResultMessage snapshot={snapshot} />
      <FailureMessage actor={actor} snapshot={snapshot} />
      {policies === null && snapshot.hasTag('busy') ? <Spinner /> : null}
      {policies?.length === 0 ? <p>{text('desk.policies.none')}</p> : null}
      {(policies ?? []).map((policy) => (
        <Policy key={policy.policyId} policy={policy} />
      ))}
      <Section title={text('desk.policies.services')}>
        <Entries label={text('desk.policies.services')}>
          {services.map(({ clientId, protocol, name }) => (
            <Entry
              key={clientId}
              title={nameOf(name, clientId)}
              details={`${clientId} · ${protocol === 'openid' ? 'OpenID' : 'SAML'}`}
            />
          ))}
        </Entries>
      </Section>
    </Card>
  );
}
