import type { contract } from '@cutaway/contract'
import type { Handlers } from '../../core/endpoints.ts'
import type { Library } from '../catalogue/library.ts'

type Calls = Pick<
  Handlers<typeof contract.sharing>,
  'getAnimationLinkVideo' | 'animationVideoTracking' | 'answerLink' | 'askShop' | 'linkPdf'
>

const missing = (): never => {
  throw new Error('not built yet')
}

export const pageHandlers = (_library: Library): Calls => ({
  getAnimationLinkVideo: missing,
  animationVideoTracking: missing,
  answerLink: missing,
  askShop: missing,
  linkPdf: missing,
})
