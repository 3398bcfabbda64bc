/** The drawings of the sample products, in a square of 96: shapes of SVG that get the colour of the variant. */

interface Drawing {
  /** The fill of shapes without a fill of their own. */
  readonly color: string
  readonly shapes: string
}

/** By the reference of the product or its parent. */
export const DRAWINGS: Readonly<Record<string, Drawing>> = Object.freeze({
  MUG: {
    color: '#1c7ed6',
    shapes: `<path d="M24 28h36v36a8 8 0 0 1-8 8H32a8 8 0 0 1-8-8z"/>
<path fill="none" d="M60 36h6a8 8 0 0 1 8 8v6a8 8 0 0 1-8 8h-6"/>`,
  },
  TEE: {
    color: '#4263eb',
    shapes: `<path d="M34 24L16 34l6 14 8-4v30h36V44l8 4 6-14-18-10c-4 8-24 8-28 0z"/>`,
  },
  SOCK: {
    color: '#ae8a5c',
    shapes: `<path d="M38 18h22v32L40 74a11 11 0 0 1-17-14l15-14z"/>
<path fill="none" d="M38 26h22M38 32h22"/>`,
  },
  LAMP: {
    color: '#d9a441',
    shapes: `<path d="M36 32h24l6 28H30z"/><path d="M40 60v12h16V60M42 32v-8h12v8"/>
<circle cx="48" cy="46" r="7" fill="#fff3bf"/>`,
  },
  ROPE: {
    color: '#e3cfa4',
    shapes: `<circle cx="48" cy="48" r="27"/><circle cx="48" cy="48" r="20"/>
<circle cx="48" cy="48" r="13"/><circle cx="48" cy="48" r="6" fill="#f1f3f5"/>`,
  },
  CRATE: {
    color: '#c08552',
    shapes: `<rect x="20" y="30" width="56" height="38" rx="2"/>
<path fill="none" d="M20 43h56M20 55h56M33 30v38M63 30v38"/>`,
  },
  BAG: {
    color: '#e3cfa4',
    shapes: `<path d="M26 36h44l4 38H22z"/><path fill="none" d="M38 46V32a10 10 0 0 1 20 0v14"/>`,
  },
  TEA: {
    color: '#2f9e44',
    shapes: `<rect x="30" y="22" width="36" height="52" rx="3"/><path fill="none" d="M30 30h36"/>
<rect x="36" y="40" width="24" height="20" fill="#fff"/><path d="M42 54c0-8 4-10 12-10 0 8-4 10-12 10z"/>`,
  },
  ATLAS: {
    color: '#0c8599',
    shapes: `<rect x="26" y="20" width="44" height="56" rx="3"/><path fill="none" d="M33 20v56"/>
<circle cx="52" cy="46" r="13" fill="#fff"/>
<path fill="none" d="M39 46h26M52 33c-8 8-8 18 0 26M52 33c8 8 8 18 0 26"/>`,
  },
  COMPASS: {
    color: '#d9a441',
    shapes: `<path d="M44 24v-6h8v6"/><circle cx="48" cy="50" r="26"/><circle cx="48" cy="50" r="19" fill="#fff"/>
<path fill="#e03131" d="M48 34l5 16H43z"/><path fill="#343a40" d="M48 66l5-16H43z"/>`,
  },
  KNIFE: {
    color: '#a0522d',
    shapes: `<path fill="#dee2e6" d="M50 46h22c5 0 9 5 9 11H50z"/><rect x="14" y="44" width="38" height="14" rx="7"/>
<circle cx="24" cy="51" r="2" fill="#dee2e6"/><circle cx="42" cy="51" r="2" fill="#dee2e6"/>`,
  },
  CANDLE: {
    color: '#f2c14e',
    shapes: `<rect x="37" y="40" width="22" height="36" rx="2"/><path d="M48 40v-6"/>
<path fill="#ff922b" d="M48 14c8 10 7 18 0 20-7-2-8-10 0-20z"/>`,
  },
  COFFEE: {
    color: '#6f4518',
    shapes: `<path d="M34 28h28l5 46H29z"/><path d="M34 28l3-8h22l3 8z"/>
<ellipse cx="48" cy="52" rx="9" ry="12" fill="#f8f9fa"/><path fill="none" d="M48 40c-5 8 5 16 0 24"/>`,
  },
  TOWEL: {
    color: '#e7f5ff',
    shapes: `<path d="M28 20h40v54H28z"/><path fill="none" stroke="#1c7ed6" d="M28 60h40M28 66h40M36 20v54M60 20v54"/>`,
  },
  POSTER: {
    color: '#fff9db',
    shapes: `<rect x="27" y="18" width="42" height="60"/>
<path fill="none" stroke="#1c7ed6" d="M33 38c5-10 10-10 15 0s10 10 15 0M33 54c5-10 10-10 15 0s10 10 15 0"/>
<path fill="none" d="M33 68h30"/>`,
  },
  WHISTLE: {
    color: '#d9a441',
    shapes: `<path d="M36 40h42v13H51a16 16 0 1 1-15-13z"/><circle cx="36" cy="56" r="6" fill="#f1f3f5"/>
<path d="M54 40v-6h8v6"/>`,
  },
  NET: {
    color: '#94d82d',
    shapes: `<path fill="none" d="M36 44c0-28 24-28 24 0"/><path d="M24 44h48l-8 32H32z"/>
<path fill="none" d="M27 54h42M30 64h36M36 44l4 32M48 44v32M60 44l-4 32"/>`,
  },
  CHALK: {
    color: '#ffc9c9',
    shapes: `<rect x="28" y="22" width="9" height="30" rx="2"/><rect x="39" y="18" width="9" height="34" rx="2" fill="#fff"/>
<rect x="50" y="24" width="9" height="28" rx="2" fill="#a5d8ff"/><path fill="#c08552" d="M22 46h46v28H22z"/>`,
  },
  LEDGER: {
    color: '#862e3a',
    shapes: `<rect x="24" y="20" width="48" height="56" rx="3"/><path fill="none" d="M32 20v56"/>
<rect x="40" y="30" width="24" height="14" fill="#f8f9fa"/><path fill="none" d="M44 37h16"/>`,
  },
})
