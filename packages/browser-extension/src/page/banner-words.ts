// What the controls of cookie banners are called, in the main languages. A label counts only as a whole: "Close" is a match,
// "Close account" is none.
import type { BannerStep } from '../base/page-calls.ts';

/** Of what the layer itself must speak. */
const about =
  /cookie|consent|gdpr|rgpd|dsgvo|einwilligung|consentement|consentimiento|consenso|consentimento|toestemming|traceurs|zgod[ay]|samtyck|samtykk|suostumu|evästee|kakor|informasjonskapsler|souhlas|hozzájárul|sütik|συγκατάθεσ|çerez|куки|согласи|згод|クッキー|同意|쿠키|동의/iu;

const rejecting = [
  /^(?:i )?(?:reject|decline|refuse|deny|disagree|opt out)(?: to)?(?: all| everything| them)?(?: (?:optional|additional|other|non-?essential|non-?necessary|unnecessary|analytics|tracking))?(?: cookies?| tracking)?(?: (?:and|&) (?:close|continue))?$/,
  /^(?:no,? )?(?:i )?(?:do not|don't) (?:accept|consent|agree|allow)(?: all)?(?: cookies?)?$/,
  /^(?:(?:use|accept|allow|keep) )?(?:only |just )?(?:the )?(?:strictly )?(?:necessary|essential|required|technical)(?: cookies?)?(?: only)?$/,
  /^(?:continue|proceed) without (?:accepting|agreeing|consent(?:ing)?|cookies?)$/,
  /^no,? (?:thanks|thank you)$/,
  /^(?:alle[s]? |cookies )?(?:ablehnen|verweigern|ablehnen und schließen)$|^(?:nur|ausschließlich) (?:technisch )?(?:notwendige|erforderliche|essenzielle|essentielle)(?: cookies?)?(?: (?:akzeptieren|zulassen|verwenden|erlauben))?$|^ohne (?:einwilligung|zustimmung|zuzustimmen) (?:fortfahren|weiter)$|^(?:nicht zustimmen|ich lehne ab)$/,
  /^(?:tout |je )?refuse[rz]?(?: tout| tous| les cookies| tous les cookies)?$|^continuer sans accepter$|^(?:uniquement|seulement) les (?:cookies )?(?:nécessaires|essentiels)$|^(?:je )?n'accepte pas$/,
  /^(?:rechazar|denegar|rechazo)(?: todo| todas| todos| las cookies| todas las cookies)?$|^(?:solo|sólo|aceptar solo|aceptar sólo) (?:las )?(?:cookies )?(?:necesarias|esenciales)$|^continuar sin aceptar$|^no acepto$/,
  /^(?:rifiuta|nega)(?: tutto| tutti| i cookie| tutti i cookie)?$|^(?:solo|accetta solo|usa solo) (?:i )?(?:cookie )?(?:necessari|essenziali|tecnici)$|^continua senza accettare$|^non accetto$/,
  /^(?:rejeitar|recusar|negar)(?: tudo| todos| cookies| todos os cookies)?$|^(?:apenas|só|somente|aceitar apenas)(?: os)?(?: cookies)? (?:necessários|essenciais)$|^continuar sem aceitar$/,
  /^(?:alles |alle )?(?:cookies )?(?:weigeren|afwijzen)$|^(?:alleen|enkel) (?:noodzakelijke|functionele|essentiële)(?: cookies)?(?: accepteren)?$|^doorgaan zonder te accepteren$|^niet akkoord$/,
  /^(?:odrzuć|odmów|odrzucam)(?: wszystkie| wszystko)?(?: cookies| pliki cookie)?$|^(?:tylko|akceptuj tylko) niezbędne(?: pliki cookie)?$|^nie zgadzam się$/,
  /^(?:avvisa|neka|avslå|afvis|avvis|nekta)(?: alla| alle| allt)?(?: kakor| cookies| informasjonskapsler)?$|^(?:endast|bara|kun|bare) (?:nödvändiga|nødvendige)(?: kakor| cookies)?$|^godta kun nødvendige$/,
  /^(?:hylkää|kiellä)(?: kaikki)?(?: evästeet)?$|^(?:vain|salli vain) välttämättömät(?: evästeet)?$/,
  /^(?:odmítnout|odmietnuť|zamítnout)(?: vše| všetko| všechny)?(?: cookies)?$|^(?:pouze|jen|iba) (?:nezbytné|nutné|nevyhnutné)(?: cookies)?$|^(?:összes |mind )?elutasít(?:ása|om)?$|^csak a szükségesek$|^(?:respinge|refuz)(?:ă|ați)?(?: tot| toate)?$/,
  /^απόρριψη(?: όλων)?$|^(?:tümünü |hepsini )?reddet$|^(?:отклонить|отказаться|відхилити)(?: все| всё| всі)?(?: cookie)?$|^только необходимые(?: cookie)?$|^лише необхідні$/,
  /^(?:すべて|全て)?(?:拒否|拒否する)$|^(?:すべて|全て)を?拒否(?:する)?$|^必要な(?:もの|cookie)のみ$|^(?:全部)?拒[绝絕](?:所有|全部)?(?:cookie)?$|^(?:全部拒[绝絕]|仅(?:接受)?必要(?:的)?(?:cookie)?)$|^(?:모두 |전체 )?거부$|^필수(?: 쿠키)?만(?: 허용)?$/,
];

const closing =
  /^[×✕✖⨯x]$|^(?:close|dismiss)(?: (?:this|the))?(?: (?:cookie )?(?:banner|notice|dialog|message|popup|pop-up|window))?$|^(?:schließen|fermer|cerrar|chiudi|fechar|sluiten|zamknij|stäng|luk|lukk|sulje|zavřít|bezárás|închide|κλείσιμο|kapat|закрыть|закрити|閉じる|关闭|關閉|닫기)$/;

const opening =
  /^(?:(?:manage|customi[sz]e|change|set|show|view|more) )?(?:(?:my|your|all) )?(?:(?:cookies?|privacy|consent) )?(?:options|choices|settings|preferences|purposes)$|^(?:customi[sz]e|learn more and customi[sz]e|let me choose)$|^(?:(?:cookie-?)?einstellungen(?: verwalten| anpassen)?|mehr optionen|optionen verwalten|paramétrer(?: les cookies)?|personnaliser|gérer (?:les|mes) (?:options|choix|cookies)|configurar(?: cookies)?|gestionar opciones|personalizza|gestisci (?:le )?opzioni|gerir opções|instellingen(?: beheren)?|opties beheren|ustawienia|zarządzaj opcjami)$/;

const saving =
  /^(?:save|confirm|submit|apply)(?: (?:my|your|these))?(?: (?:cookie|privacy))?(?: (?:choices?|selection|settings|preferences))?(?: (?:and|&) (?:close|exit|continue))?$|^(?:auswahl (?:speichern|bestätigen)|speichern|enregistrer(?: (?:mes|les) choix)?|confirmer (?:mes|les) choix|guardar(?: (?:selección|preferencias|y salir))?|confirmar (?:mis preferencias|selección)|salva(?: (?:preferenze|ed esci))?|conferma (?:le )?scelte|guardar escolhas|keuzes? (?:opslaan|bevestigen)|opslaan|zapisz(?: wybór)?)$/;

export function isAboutCookies(text: string): boolean {
  return about.test(text);
}

/** What a control with this label does; undefined for any other, whatever it is dressed as. */
export function stepOf(label: string): BannerStep | undefined {
  const plain = plainLabel(label);
  if (rejecting.some((pattern) => pattern.test(plain))) return 'reject';
  if (closing.test(plain)) return 'close';
  if (saving.test(plain)) return 'save';
  return opening.test(plain) ? 'open' : undefined;
}

/** In lower case, without arrows and marks around it. */
function plainLabel(label: string): string {
  const plain = label.toLowerCase().normalize('NFC').replaceAll('’', "'").replaceAll(/\s+/g, ' ');
  return plain.replaceAll(/^[^\p{L}\p{N}×✕✖⨯]+|[^\p{L}\p{N}×✕✖⨯]+$/gu, '');
}
