// jQuery where its plugins look for it.
import jQuery from 'jquery';

globalThis.jQuery = jQuery;
globalThis.$ = jQuery;

export const $ = jQuery;
