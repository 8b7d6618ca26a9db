import values from 'virtual:atlas-values';
import { useState } from 'react';
import { TRY } from '#atlas/build/page-names.ts';
import { COVERAGE_MARKS } from '#atlas/coverage/coverage.ts';
import type { AtlasState, PathEvent, Refusals, Variant } from '#atlas/screens/types.ts';
import { codeText } from './codes.ts';
import { coverage, data, pathEventsTo, pathTo } from './data.ts';
import { Screens } from './frames.tsx';
import { useLanguage, useText } from './interface-texts.ts';
import { labelsIn } from './labels.ts';
import { useLinkTarget } from './link-target.ts';
import { Missing } from './missing.tsx';
import { stateOf } from './model.ts';
import { Path } from './path.tsx';
import { RadioGroup } from './radio-group.tsx';
import { StateRemarks } from './remarks.tsx';
import { goTo, linkTo, type Route } from './route.ts';
import { Transitions } from './transitions.tsx';
import { writePath } from './try-link.ts';

/** Labels of variants; one without distinguishing values is the default. */
function useVariantLabel(): (variant: Variant, index: number) => string {
  const text = useText();
  const language = useLanguage();
  return (variant, index) =>
    `${index + 1}. ${values.variantText(variant.values, language, data) || text('defaultVariant')}`;
}

type ChosenRefusal = { readonly refusals: Refusals; readonly code: string; readonly answer: PathEvent };

/** The codes of a port: those that its calls bring, then any other. */
function Codes({
  flow,
  port,
  codes,
}: {
  readonly flow: string;
  readonly port: string;
  readonly codes: readonly string[];
}) {
  const text = useText();
  const language = useLanguage();
  const labels = labelsIn(language);
  return (['likely', 'possible'] as const).map((kind) => {
    const shown = codes.filter((code) => values.isLikely(flow, port, code) === (kind === 'likely'));
    return shown.length === 0 ? null : (
      <optgroup key={kind} label={`${labels.port(port)}: ${text(kind)}`}>
        {shown.map((code) => (
          <option key={code} value={`${port}.${code}`}>
            {code} {codeText(code, language)}
          </option>
        ))}
      </optgroup>
    );
  });
}

/** The refusal that the route names, as `port.code`. */
function refusalOf({ refusals }: AtlasState, name: string | null): ChosenRefusal | null {
  for (const each of refusals) {
    const code = each.codes.find((candidate) => `${each.port}.${candidate}` === name);
    const pathEvent = data.pathEvents[each.pathEvent];
    const event = code && pathEvent && values.refusedWith(pathEvent.event, code);
    if (code && event) return { refusals: each, code, answer: { to: pathEvent.to, event } };
  }
  return null;
}

/** Why there is no screen of a state. */
function NoScreenReason({ id }: { readonly id: string }) {
  const reason = data.statesWithoutScreen[id]?.[useLanguage()];
  return reason ? <p>{reason}</p> : null;
}

function Variants({ found, route }: { readonly found: AtlasState; readonly route: Route }) {
  const text = useText();
  const flow = (route.state ?? '').split('.')[0] ?? '';
  const label = useVariantLabel();
  const [theme, setTheme] = useState<'light' | 'dark'>('light');
  const [device, setDevice] = useState<'phone' | 'desktop'>('phone');
  const { state } = route;
  const chosen = refusalOf(found, route.refusal);
  const variant = found.variants.find(({ id }) => id === route.variant) ?? found.variants[0];
  if (!variant) return <NoScreenReason id={state ?? ''} />;
  const moment = chosen ? chosen.refusals.moment : variant.moment;
  const path = pathTo(moment);
  const end = path.length - 1 + (chosen ? 1 : 0);
  const step = Math.min(route.step ?? end, end);
  const isEnd = step === end;
  const view = {
    theme,
    moment: path[Math.min(step, path.length - 1)] ?? moment,
    refusal: chosen && isEnd ? { pathEvent: chosen.refusals.pathEvent, code: chosen.code } : undefined,
  };
  const go = (changes: Partial<Route>) => {
    goTo(linkTo({ state, ...changes }));
  };
  return (
    <>
      <section>
        <h2>{text('screens')}</h2>
        <div className="choices">
          <label className="select">
            {text('variants')}
            <select
              value={chosen ? '' : variant.id}
              onChange={({ target }) => go({ variant: target.value })}
              disabled={found.variants.length === 1 && !chosen}
            >
              {chosen ? <option value="">—</option> : null}
              {found.variants.map((variant, index) => (
                <option key={variant.id} value={variant.id}>
                  {found.variants.length === 1 ? text('onlyVariant') : label(variant, index)}
                </option>
              ))}
            </select>
          </label>
          {found.refusals.length > 0 ? (
            <label className="select">
              {text('codes')}
              <select
                value={chosen ? (route.refusal ?? '') : ''}
                onChange={({ target }) => go({ refusal: target.value || null })}
              >
                <option value="">{text('noCode')}</option>
                {found.refusals.map(({ port, codes }) => (
                  <Codes key={port} flow={flow} port={port} codes={codes} />
                ))}
              </select>
            </label>
          ) : null}
          <RadioGroup name="device" value={device} values={['phone', 'desktop']} onChoose={setDevice} />
          <RadioGroup name="theme" value={theme} values={['light', 'dark']} onChoose={setTheme} />
        </div>
        <Screens view={view} device={device} />
      </section>
      <Path moment={moment} route={route} last={chosen?.answer ?? null} />
    </>
  );
}

function Facts({ id }: { readonly id: string }) {
  const text = useText();
  const language = useLanguage();
  const state = stateOf(id);
  const machine = id.split('.')[0] ?? '';
  if (!state) return null;
  const level = coverage?.[id];
  const labels = labelsIn(language);
  return (
    <dl className="facts">
      {state.path ? (
        <div>
          <dt>{text('path')}</dt>
          <dd>
            <code>{state.path}</code>
          </dd>
        </div>
      ) : null}
      {state.invokes.length > 0 ? (
        <div>
          <dt>{text('facts')}</dt>
          <dd>
            {state.invokes.map(({ id: name, kind }) => (
              <p key={name}>
                {kind === 'flow' ? (
                  <>
                    {text('runs')} <a href={linkTo({ machine: name })}>{labels.port(name)}</a>
                  </>
                ) : (
                  <>
                    {text('invokes')} {labels.port(name)} <code>{name}</code>{' '}
                    {(data.calls[machine]?.[name] ?? []).map((call) => (
                      <code key={call} className="call">
                        {call}
                      </code>
                    ))}
                  </>
                )}
              </p>
            ))}
          </dd>
        </div>
      ) : null}
      {state.tags.length > 0 ? (
        <div>
          <dt>{text('tags')}</dt>
          <dd>{state.tags.map((tag) => values.tagText(tag, language)).join(', ')}</dd>
        </div>
      ) : null}
      {level ? (
        <div>
          <dt>{text('coverage')}</dt>
          <dd>
            {COVERAGE_MARKS[level].symbol} {COVERAGE_MARKS[level].meaning[language]}
          </dd>
        </div>
      ) : null}
    </dl>
  );
}

/** The page of a state: description, transitions, screens and the path to it. */
export function StatePage({ id, route }: { readonly id: string; readonly route: Route }) {
  const text = useText();
  const language = useLanguage();
  const labels = labelsIn(language);
  const state = stateOf(id);
  const found = data.states[id];
  useLinkTarget(route.path);
  const first = found?.variants[0];
  if (!state) return <Missing />;
  return (
    <article className="state">
      <h1 tabIndex={-1}>
        {labels.state(id)} <code>{id}</code>
      </h1>
      <p className="lead">{labels.stateSentence(id, state.description)}</p>
      {first ? (
        <p>
          <a href={linkTo({ machine: TRY, path: writePath(pathEventsTo(first.moment)) })}>
            {text('tryHere')}
          </a>{' '}
          <a href={`?embed=1&lang=${language}${linkTo({ state: id })}`}>{text('embed')}</a>
        </p>
      ) : null}
      <Facts id={id} />
      <Transitions state={id} />
      {found ? <Variants found={found} route={route} /> : <NoScreenReason id={id} />}
      <StateRemarks id={id} />
    </article>
  );
}
