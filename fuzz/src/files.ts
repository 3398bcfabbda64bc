/** Files of products: valid, with an issue, hostile, and empty. */

const HEAD = 'MerchantProductReference,Name,Price,Stock\n'
const FEED =
  '<?xml version="1.0"?><rss xmlns:g="http://base.google.com/ns/1.0" version="2.0"><channel>'

/** An entity that would become 10^9 times as long as its text. */
const BOMB = Array.from({ length: 9 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`)

export const FILES: readonly string[] = [
  `${HEAD}P-1,Mug,9.95,5\nP-2,"Tea ""x""",1,\n`,
  'MerchantProductReference;Name;Price\r\nP-1;Mug;9,95\r\nP-1;"open',
  `\uFEFF${HEAD}P-1,Mug,9.95,5\n`,
  `${HEAD}P-1,"${'x'.repeat(200_000)}",1,1\n`,
  `${HEAD}${'P-1,Mug,1,1\n'.repeat(3_000)}`,
  `${HEAD}P-1,a\0b,1,1\nP-2,\u202Eabc,1e400,-1\nP-3,=cmd|' /C calc'!A0,NaN,Infinity\n`,
  `${'a,'.repeat(20_000)}a\n1\n`,
  `${HEAD}${'"'.repeat(10_001)}`,
  `${HEAD}__proto__,constructor,1,1\n`,
  'MerchantProductReference,MerchantProductReference\nP-1,P-2\n',
  '{"MerchantProductReference":"P-3","Name":"Mug"}\n{"Name":1}\n',
  '{"MerchantProductReference":"P-3","Name":"Mug","__proto__":{"a":1}}\nnull\n[]\n"x"\n1e999\n',
  `{"MerchantProductReference":"P-3","Name":${'['.repeat(5_000)}${']'.repeat(5_000)}}\n`,
  `{"MerchantProductReference":"P-3","Name":"${'x'.repeat(100_000)}`,
  `${FEED}<item><g:id>P-1</g:id><title>Mug</title><g:price>9.95 EUR</g:price></item></channel></rss>`,
  '<?xml version="1.0"?><rss xmlns:g="http://base.google.com/ns/1.0"><channel><item><g:id>1</g:id>',
  `<!DOCTYPE rss [<!ENTITY e0 "x">${BOMB.join('')}]>${FEED}<item><g:id>&e9;</g:id></item></channel></rss>`,
  `<!DOCTYPE rss [<!ENTITY e SYSTEM "file:///etc/passwd">]>${FEED}<item><g:id>&e;</g:id></item></channel></rss>`,
  `${FEED}${'<item>'.repeat(20_000)}`,
  'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price\nmug,Mug,Size,S,M-1,9.95\nmug,,,L,M-2,9.95\n',
  'Handle,Title,Option1 Name,Variant SKU\nmug,Mug,Size,M-1\n',
  'ID,Type,SKU,Name,Parent,Regular price\n1,variable,V,Mug,,\n2,variation,V-1,Mug,id:1,5\n3,variation,V-2,Mug,id:3,5\n',
  'sku,product_type,name,price,configurable_variations\nC,configurable,Mug,,"sku=C,size=S|sku=C-1"\n',
  '\uFFFE\uFFFD',
  '\n\n\n',
  '',
]
