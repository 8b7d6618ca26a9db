import { useSelector } from '@xstate/react';
import { type ReactNode, useContext } from 'react';
import type { AnyActorRef } from 'xstate';
import { shownBranding } from '#machines/portal/branding.ts';
import { logoTarget, logoValues } from '#machines/portal/logo.ts';
import { screenFlowOf } from '#machines/portal/portal.selectors.ts';
import { Banner } from '#src/ui/banner.tsx';
import { DefaultSubmitButton, EventsForm } from '#src/ui/form.tsx';
import { LanguageSwitcher } from '#src/ui/language-switcher.tsx';
import { Logo } from '#src/ui/logo.tsx';
import { Page } from '#src/ui/page.tsx';
import { IsServerPage } from '#src/ui/server-rendered.ts';
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

const DECLINE_EVENT = { type: 'request.decline' } as const;

/** The parts around every screen: banners, logo, language switcher, the link to decline the request, and footer. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const text = useText();
  const [pathname = '/'] = useAddress().split('?', 1);
  const homeAddress = usePortalSelector(({ context }) => logoTarget(logoValues(context, pathname)));
  const lateParts = useLateParts();
  const followHomeLink = useFollowLink(homeAddress);
  const branding = usePortalSelector(({ context }) => context.config.branding);
  const logo = usePortalSelector(({ context }) => shownBranding(context).logo);
  const language = usePortalSelector(({ context }) => context.locale);
  const languageActor = usePortalSelector(({ children: { language } }) => language);
  const portal = usePortal();
  // The form of the ID entry also posts the events of the buttons outside of forms.
  const hasIdForm = usePortalSelector((snapshot) => screenFlowOf(snapshot) === 'id-entry');
  const languageEvents = useFormEvents<AnyActorRef>(languageActor ?? portal);
  const portalEvents = useFormEvents(portal);
  const canDecline = usePortalSelector((snapshot) => snapshot.can(DECLINE_EVENT));
  const hasInitialRequest = usePortalSelector(({ context }) => Boolean(context.config.known?.summary));
  // The server renders the first screen from the initial data only: it does not know the request that this tab stores.
  const showsDecline = useAfterHydration(
    canDecline,
    useContext(IsServerPage) ? canDecline : hasInitialRequest,
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
            {hasIdForm ? <DefaultSubmitButton /> : null}
            {network ? <NetworkView actor={network} /> : null}
            {lateParts ? <lateParts.TabsView /> : null}
            {lateParts ? <lateParts.CookieWarning /> : null}
            <Banner tone="warning">{hasLanguageFailed ? text('language.failed') : null}</Banner>
          </>
        }
        header={
          <>
            <Logo name={name} src={logo} href={homeAddress} onClick={followHomeLink} />
            <LanguageSwitcher
              label={text('language.label')}
              current={language === 'jp' ? null : language}
              chooseEvent={(language) => languageEvents.event({ type: 'language.request', language })}
            />
          </>
        }
        footer={hasFooter && lateParts ? <lateParts.OperatorFooter /> : null}
      >
        {hasIdForm ? null : <EventsForm />}
        {children}
        {showsDecline ? (
          <TextLink event={portalEvents.event(DECLINE_EVENT)}>{text('request.decline')}</TextLink>
        ) : null}
        {lateParts && idle ? <lateParts.IdleView actor={idle} /> : null}
      </Page>
    </BrandingProvider>
  );
}
