import { useSelector } from '@xstate/react';
import { type ReactNode, useContext } from 'react';
import type { AnyActorRef } from 'xstate';
import { shownBranding } from '#machines/portal/branding.ts';
import { logoTarget, logoValues } from '#machines/portal/logo.ts';
import { screenFlowOf } from '#machines/portal/portal.selectors.ts';
import { Banner } from '#src/ui/banner.tsx';
import { EventsForm, SubmitFirst } from '#src/ui/form.tsx';
import { LanguageSwitcher } from '#src/ui/language-switcher.tsx';
import { Logo } from '#src/ui/logo.tsx';
import { Page } from '#src/ui/page.tsx';
import { ServerPages } from '#src/ui/server-rendered.ts';
import { TextLink } from '#src/ui/text-link.tsx';
import { NetworkView } from '#src/views/network/network.view.tsx';
import { useAfterHydration } from './after-hydration.ts';
import { useBrandName } from './brand-name.ts';
import { BrandingProvider } from './branding-context.ts';
import { useFormEvents } from './form-events.ts';
import { useFollowLink } from './history/follow-link.ts';
import { useAddress } from './history/use-address.ts';
import { useLateParts } from './late-parts.ts';
import { usePortal, usePortalSelector } from './portal-context.tsx';
import { useText } from './text.ts';

const DECLINE = { type: 'request.decline' } as const;

/** The frame around every screen: logo, language, network, and the way back to the service without a sign-in. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const text = useText();
  const [pathname = '/'] = useAddress().split('?', 1);
  const home = usePortalSelector(({ context }) => logoTarget(logoValues(context, pathname)));
  const late = useLateParts();
  const followHome = useFollowLink(home);
  const branding = usePortalSelector(({ context }) => context.config.branding);
  const logo = usePortalSelector(({ context }) => shownBranding(context).logo);
  const language = usePortalSelector(({ context }) => context.locale);
  const languageActor = usePortalSelector(({ children: { language } }) => language);
  const portal = usePortal();
  const hasOwnForm = usePortalSelector((snapshot) => screenFlowOf(snapshot) === 'id-entry');
  const { event } = useFormEvents<AnyActorRef>(languageActor ?? portal);
  const portalEvents = useFormEvents(portal);
  const canDecline = usePortalSelector((snapshot) => snapshot.can(DECLINE));
  const hasInitialRequest = usePortalSelector(({ context }) => Boolean(context.config.known?.summary));
  // The server renders its first screen without a request from before this page.
  const isDeclinable = useAfterHydration(
    canDecline,
    useContext(ServerPages) ? canDecline : hasInitialRequest,
  );
  const hasLanguageFailed = useSelector(languageActor, (snapshot) => snapshot?.hasTag('failed') === true);
  const idle = usePortalSelector(({ children: { idle } }) => idle);
  const network = usePortalSelector(({ children: { network } }) => network);
  const hasFooter = [branding.help, branding.contact, branding.privacy, branding.terms].some(Boolean);
  const name = useBrandName();
  return (
    <BrandingProvider value={branding}>
      <Page
        banner={
          <>
            {hasOwnForm ? <SubmitFirst /> : null}
            {network ? <NetworkView actor={network} /> : null}
            {late ? <late.TabsView /> : null}
            {late ? <late.CookieWarning /> : null}
            <Banner tone="warning">{hasLanguageFailed ? text('language.failed') : null}</Banner>
          </>
        }
        header={
          <>
            <Logo name={name} src={logo} href={home} onClick={followHome} />
            <LanguageSwitcher
              label={text('language.label')}
              current={language === 'jp' ? null : language}
              choose={(language) => event({ type: 'language.request', language })}
            />
          </>
        }
        footer={hasFooter && late ? <late.OperatorFooter /> : null}
      >
        {hasOwnForm ? null : <EventsForm />}
        {children}
        {isDeclinable ? (
          <TextLink event={portalEvents.event(DECLINE)}>{text('request.decline')}</TextLink>
        ) : null}
        {late && idle ? <late.IdleView actor={idle} /> : null}
      </Page>
    </BrandingProvider>
  );
}
