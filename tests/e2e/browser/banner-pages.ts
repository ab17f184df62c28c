// Cookie banners as the common consent platforms build them, by their ids and classes, and pages that look like them.

const script = `<script>
window.answers = [];
addEventListener('click', (event) => {
  const control = event.composedPath().find((node) => node.dataset?.answer);
  if (!control) return;
  answers.push(control.dataset.answer);
  event.preventDefault();
  if (control.dataset.answer === 'more') { document.querySelector('[data-first]').hidden = true; document.querySelector('[data-more]').hidden = false; }
  else if (control.dataset.answer !== 'other') document.querySelector('[data-banner]').remove();
}, true);
</script>`;

const style =
  '<style>.bottom { position: fixed; left: 0; right: 0; bottom: 0; background: #eee } [hidden] { display: none !important }</style>';

function page(banner: string): string {
  return `<!doctype html><title>Shop</title>${style}<main><h1>Shop</h1><p>Words about doors.</p>
<button data-answer="other">Reject</button><button data-answer="other">Close</button></main>${banner}${script}`;
}

const text = '<p>We use cookies and similar technologies to show you what you like.</p>';

function inShadow(host: string, mode: 'open' | 'closed', content: string): string {
  return `<div id="${host}" data-banner></div><script>
document.querySelector('#${host}').attachShadow({ mode: '${mode}' }).innerHTML = ${JSON.stringify(content)};
document.querySelector('#${host}').addEventListener('click', (event) => {});</script>`;
}

const usercentrics = `<div data-testid="uc-container" role="dialog" aria-modal="true" style="position: fixed; bottom: 0">
<p>Wir benutzen Cookies und brauchen Ihre Einwilligung.</p>
<button data-testid="uc-accept-all-button" data-answer="yes">Alles akzeptieren</button>
<button data-testid="uc-deny-all-button" data-answer="no">Ablehnen</button></div>`;

const choices = (on: string) => `<div class="fc-consent-root" data-banner><div class="fc-dialog-container bottom">
<div class="fc-dialog fc-choice-dialog" role="dialog" aria-label="Consent" data-first>${text}<button class="fc-cta-consent" data-answer="yes">Consent</button>
<button class="fc-cta-manage-options" data-answer="more">Manage options</button></div>
<div class="fc-dialog fc-data-preferences-dialog" role="dialog" aria-label="Preferences" data-more hidden>${text}
<label><input type="checkbox" checked disabled>Necessary cookies</label><label><input type="checkbox" ${on}>Measure</label>
<button class="fc-confirm-choices" data-answer="saved">Confirm choices</button><button class="fc-data-preferences-accept-all" data-answer="yes">Accept all</button></div></div></div>`;

/** What is to be answered, by which step. */
export const banners: Readonly<
  Record<string, { readonly page: string; readonly step: string; readonly answers: string[] }>
> = {
  OneTrust:
    no(`<div id="onetrust-consent-sdk" data-banner><div id="onetrust-banner-sdk" class="otFlat bottom" role="region" aria-label="Cookie banner">
<div id="onetrust-policy-text">${text}</div><button id="onetrust-pc-btn-handler" data-answer="more">Cookies Settings</button>
<button id="onetrust-accept-btn-handler" data-answer="yes">Accept All Cookies</button><button id="onetrust-reject-all-handler" data-answer="no">Reject All</button>
<button class="onetrust-close-btn-handler" aria-label="Close" data-answer="closed"></button></div></div>`),
  Cookiebot:
    no(`<div id="CybotCookiebotDialog" class="bottom" role="dialog" aria-label="This website uses cookies" data-banner>${text}
<button id="CybotCookiebotDialogBodyLevelButtonLevelOptinAllowAll" data-answer="yes">Allow all</button>
<button id="CybotCookiebotDialogBodyButtonDecline" data-answer="no">Use necessary cookies only</button></div>`),
  Didomi:
    no(`<div id="didomi-host" data-banner><div id="didomi-popup" class="didomi-popup-backdrop bottom"><div class="didomi-popup-view" role="dialog" aria-modal="true">
<span class="didomi-continue-without-agreeing" role="button" tabindex="0" data-answer="no">Continue without agreeing →</span>${text}
<button id="didomi-notice-agree-button" data-answer="yes">Agree &amp; close</button></div></div></div>`),
  'Usercentrics in a shadow root': no(inShadow('usercentrics-root', 'open', usercentrics)),
  'Usercentrics in a closed shadow root': no(
    inShadow(
      'usercentrics-cmp-ui',
      'closed',
      usercentrics.replaceAll(
        'data-answer="no"',
        `onclick="answers.push('no'); document.querySelector('[data-banner]').remove()"`,
      ),
    ),
  ),
  Quantcast:
    no(`<div class="qc-cmp2-container" data-banner><div id="qc-cmp2-ui" class="bottom" role="dialog" aria-modal="true">${text}
<button mode="secondary" data-answer="more">MORE OPTIONS</button><button mode="secondary" data-answer="no">DISAGREE</button><button mode="primary" data-answer="yes">AGREE</button></div></div>`),
  'Sourcepoint in a frame of another site':
    no(`<div id="sp_message_container_1" data-banner class="bottom"><iframe id="sp_message_iframe_1" title="SP Consent Message" width="600" height="200"></iframe></div>
<script>document.querySelector('iframe').src = location.origin.replace('127.0.0.1', 'localhost') + '/sp-message';
addEventListener('message', ({ data }) => { answers.push(data); document.querySelector('[data-banner]').remove(); });</script>`),
  'Funding Choices':
    no(`<div class="fc-consent-root" data-banner><div class="fc-dialog-container bottom"><div class="fc-dialog fc-choice-dialog" role="dialog" aria-label="Consent">${text}
<button class="fc-cta-consent" data-answer="yes">Consent</button><button class="fc-cta-do-not-consent" data-answer="no">Do not consent</button></div></div></div>`),
  'Funding Choices without a rejection': { page: page(choices('')), step: 'save', answers: ['more', 'saved'] },
  'settings with a purpose that is on': { page: page(choices('checked')), step: 'open', answers: ['more'] },
  Klaro:
    no(`<div id="klaro"><div class="klaro" data-banner><div class="cookie-notice bottom">${text}<a href="#" data-answer="more">Let me choose</a>
<button class="cm-btn cm-btn-success" data-answer="yes">That's ok</button><button class="cm-btn cn-decline" data-answer="no">I decline</button></div></div></div>`),
  Osano:
    no(`<div class="osano-cm-window" data-banner><div class="osano-cm-dialog osano-cm-dialog--type_bar bottom" role="dialog">${text}
<button class="osano-cm-accept-all" data-answer="yes">Accept All</button><button class="osano-cm-denyAll" data-answer="no">Reject Non-Essential</button></div></div>`),
  Borlabs:
    no(`<div id="BorlabsCookieBox" class="bottom" role="dialog" data-banner><p>Wir nutzen Cookies auf unserer Website.</p>
<a href="#" role="button" data-cookie-accept-all data-answer="yes">Alle akzeptieren</a><a href="#" role="button" data-cookie-refuse data-answer="no">Nur essenzielle Cookies akzeptieren</a></div>`),
  Complianz:
    no(`<div id="cmplz-cookiebanner-container" data-banner><div class="cmplz-cookiebanner bottom" role="dialog">${text}
<button class="cmplz-btn cmplz-accept" data-answer="yes">Accept</button><button class="cmplz-btn cmplz-deny" data-answer="no">Deny</button></div></div>`),
  'a platform of the IAB framework, in French':
    no(`<script>window.__tcfapi = (_command, _version, reply) => reply({}, true);</script>
<div class="tcf-layer bottom" data-banner><p>Nos partenaires et nous utilisons des traceurs, avec votre consentement.</p>
<button data-answer="no">Continuer sans accepter</button><button data-answer="yes">Tout accepter</button></div>`),
  'a dialog in Spanish':
    no(`<dialog open data-banner><p>Utilizamos cookies propias y de terceros.</p><button data-answer="yes">Aceptar todas</button>
<button data-answer="no">Rechazar todas</button></dialog>`),
  'a bar without names in Italian': no(
    `<div class="bottom" data-banner><p>Questo sito usa i cookie.</p><button data-answer="yes">Accetta</button><button data-answer="no">Rifiuta tutti</button></div>`,
  ),
  'a banner in the page itself':
    no(`<div class="govuk-cookie-banner" role="region" aria-label="Cookies on this service" data-banner>${text}
<button data-answer="yes">Accept analytics cookies</button><button data-answer="no">Reject analytics cookies</button></div>`),
  'a bar in Japanese': no(
    `<div class="bottom" data-banner><p>当サイトではクッキーを使用しています。</p><button data-answer="yes">すべて許可</button><button data-answer="no">すべて拒否</button></div>`,
  ),
  'a notice with nothing but a cross': {
    page: page(
      `<div class="cookie-notice bottom" data-banner>${text}<button aria-label="Close" data-answer="closed">×</button></div>`,
    ),
    step: 'close',
    answers: ['closed'],
  },
};

function no(banner: string): { readonly page: string; readonly step: string; readonly answers: string[] } {
  return { page: page(banner), step: 'reject', answers: ['no'] };
}

/** Nothing may be clicked there. */
export const traps: Readonly<Record<string, { readonly page: string; readonly banner: string }>> = {
  'no banner at all': { page: page(''), banner: 'none' },
  'a dialog about something else': {
    page: page(
      `<div role="dialog" class="bottom" aria-label="Delete account">Delete your account? <button data-answer="other">Decline</button><button data-answer="other">Delete</button></div>`,
    ),
    banner: 'none',
  },
  'purchases dressed as a banner': {
    page: page(`<div id="onetrust-banner-sdk" class="bottom" role="region" aria-label="Cookie banner">${text}
<button id="onetrust-reject-all-handler" data-answer="other">Buy now</button><button aria-label="Reject all" data-answer="other">Delete account</button>
<button data-answer="other">Close account</button><button data-answer="other">Decline and pay 5 €</button></div>`),
    banner: 'offers',
  },
  'a banner that only accepts': {
    page: page(
      `<div class="cookie-banner bottom">${text}<button data-answer="other">Accept all</button><button data-answer="other">OK</button></div>`,
    ),
    banner: 'offers',
  },
  'a bar that stays in view and speaks of cookies': {
    page: page(
      `<header style="position: sticky; top: 0"><a href="/help">Cookie recipes</a><button data-answer="other">Close</button></header>`,
    ),
    banner: 'offers',
  },
  'a button that stays when the banner is gone': {
    page: page(
      `<div id="ot-sdk-btn-floating" class="cookie-settings bottom"><button data-answer="other">Cookie Settings</button></div>`,
    ),
    banner: 'none',
  },
};

/** In the frame of another site. */
export const spMessage = `<!doctype html><div class="message-container"><div id="notice">${text}
<button class="message-component sp_choice_type_11" onclick="parent.postMessage('yes', '*')">Accept</button>
<button class="message-component sp_choice_type_13" onclick="parent.postMessage('no', '*')">Reject all</button></div></div>`;
