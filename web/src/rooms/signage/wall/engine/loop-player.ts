import type { LocalMoment } from '@cutaway/contract/rooms/signage/day-parts.ts'
import type { WallItem } from '@cutaway/contract/rooms/signage/plan.ts'
import type { PlayReason } from '@cutaway/contract/rooms/signage/plays.ts'
import { watchProgress } from '../../../player/engine/sources/watchdog.ts'
import { Layer, type LayerOptions, NotShown } from './layer.ts'
import { isSame, itemBefore, nextItem, sourcesOf } from './order.ts'

/**
 * Plays the items of a loop on two layers: the next one is loaded and decoded on the layer below while the other plays,
 * and comes to the front with its first frame. Until then the last picture stays, so the wall is never black.
 */

/** An item from its start to its end on the wall, or one that was passed over. */
export interface Played {
  item: WallItem
  outcome: 'finished' | 'cut' | 'skipped'
  reason: PlayReason
  forCustomer: boolean
  /** Milliseconds of the device's clock. */
  started: number
  ended: number
}

export interface Shown {
  item: WallItem
  /** Null for what is no film. */
  video: HTMLVideoElement | null
  forCustomer: boolean
  /** The item that follows in the loop. */
  next: WallItem | null
}

export interface LoopOptions extends Omit<LayerOptions, 'patience'> {
  stage: HTMLElement
  /** Plays plain files first, which the device keeps. */
  keepsFiles: boolean
  /** What clock and calendar of the location show. */
  moment: () => LocalMoment
  /** Returns whether the loop plays at all now. */
  isOpen: () => boolean
  /** Seconds for which an item without an end of its own is shown. */
  secondsOf: (item: WallItem) => number
  /** Null: nothing is shown. */
  onShow: (shown: Shown | null) => void
  onPlayed: (played: Played) => void
  /** The browser permits silent films only. */
  onSilenced: () => void
  onCustomerEnd: (id: string) => void
  /** Milliseconds: `patience` for loading, `again` between two looks when nothing can be shown, `fade` of pictures. */
  times?: Partial<Times>
}

interface Times {
  patience: number
  again: number
  fade: number
  /** How long an item plays before the next one is loaded: its own start comes first. */
  settle: number
}
const usualTimes: Times = { patience: 20_000, again: 5000, fade: 400, settle: 400 }

interface Current {
  layer: Layer
  item: WallItem
  forCustomer: boolean
  started: number
  /** Milliseconds that are left of an item without an end of its own, and since when. */
  left: number | null
  since: number
}

export class LoopPlayer {
  readonly #options: LoopOptions
  readonly #times: Times
  readonly #layers: readonly [Layer, Layer]
  #items: readonly WallItem[] = []
  /** The item of the loop that was shown last, and its place. */
  #last: { id: string | null; place: number } = { id: null, place: 0 }
  #current: Current | null = null
  /** The loop's item that waits while a film plays for a customer. */
  #waiting: Current | null = null
  #customer: { id: string; item: WallItem } | null = null
  #prepared: { layer: Layer; item: WallItem; done: Promise<NotShown | null> } | null = null
  /** Changes when something else is to be shown; what was begun before then gives up. */
  #turn = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #settle: ReturnType<typeof setTimeout> | undefined
  #stopWatching: () => void = () => undefined
  #muted = false
  #silenced = false
  #running = false
  /** A person looks at one item (the preview of the settings). */
  #paused = false
  /** Reasons that were told, so that an item outside its hours is told once until it was shown. */
  readonly #told = new Map<string, PlayReason>()

  constructor(options: LoopOptions) {
    this.#options = options
    this.#times = { ...usualTimes, ...options.times }
    const layer = () =>
      new Layer({ mount: options.mount, className: options.className, patience: this.#times.patience })
    this.#layers = [layer(), layer()]
    for (const one of this.#layers) {
      options.stage.append(one.element)
      one.video.addEventListener('ended', () => this.#onEnded(one))
      one.video.addEventListener('error', () => this.#onBroken(one, 'media'))
      one.video.addEventListener('streamfailed', () => this.#onBroken(one, 'media'))
    }
  }

  /** The film or picture on the wall. */
  get current(): { item: WallItem; forCustomer: boolean; second: number } | null {
    const { layer, item, forCustomer } = this.#current ?? {}
    return layer && item ? { item, forCustomer: forCustomer ?? false, second: layer.video.currentTime } : null
  }

  start(items: readonly WallItem[]): void {
    this.#items = items
    this.#running = true
    void this.#advance()
  }

  /** Replaces the list. What plays goes on to its end, also if it was removed. */
  setItems(items: readonly WallItem[]): void {
    this.#items = items
    if (!this.#running) return
    const id = this.#current?.forCustomer ? this.#waiting?.item.item_id : this.#current?.item.item_id
    const place = items.findIndex(({ item_id }) => item_id === id)
    if (place !== -1) this.#last = { id: id!, place }
    if (!this.#current) {
      void this.#advance()
      return
    }
    // A board whose prices changed is drawn anew at once; films and pictures show the change at their next turn.
    const own = items[place]
    if (own && !this.#current.forCustomer && own.kind === 'menu' && !isSame(own, this.#current.item)) {
      void this.#advance(own)
      return
    }
    this.#prepareNext()
  }

  setMuted(muted: boolean): void {
    this.#muted = muted
    for (const { video } of this.#layers) video.muted = muted || this.#silenced
  }

  /** Allows sound again after a person has touched the page. */
  unsilence(): void {
    this.#silenced = false
    this.setMuted(this.#muted)
  }

  /** Holds what is shown, or lets it go on. */
  setPaused(paused: boolean): void {
    if (paused === this.#paused) return
    this.#paused = paused
    const { layer, left, since } = this.#current ?? {}
    if (!this.#current || !layer) return
    if (paused) {
      clearTimeout(this.#timer)
      layer.video.pause()
      if (left != null) this.#current.left = Math.max(0, left - (performance.now() - since!))
      return
    }
    this.#current.since = performance.now()
    if (left != null) this.#timer = setTimeout(() => this.#onEnded(layer), left)
    void layer.start(() => this.#onSilenced()).catch(() => this.#onBroken(layer, 'media'))
  }

  /** Shows the item after the present one, or before it. */
  step(by: 1 | -1): void {
    if (!this.#running || this.#customer) return
    const item = by === 1 ? this.#choose() : itemBefore(this.#items, this.#last, this.#options.moment())
    if (item) void this.#advance(item)
  }

  /** Plays a film for a customer; null ends it. Afterwards the loop goes on at the second where it was. */
  setCustomer(customer: { id: string; item: WallItem } | null): void {
    if (customer?.id === this.#customer?.id) return
    this.#customer = customer
    if (customer) void this.#showCustomer(customer)
    else if (this.#current?.forCustomer) this.#backToLoop('cut', 'stopped')
  }

  stop(): void {
    this.#running = false
    this.#turn += 1
    this.#close('cut', 'stopped')
    clearTimeout(this.#timer)
    clearTimeout(this.#settle)
    this.#stopWatching()
    this.#prepared = null
    for (const layer of this.#layers) {
      layer.clear()
      layer.element.remove()
    }
  }

  #onSilenced(): void {
    this.#silenced = true
    this.#options.onSilenced()
  }

  #other(layer: Layer | undefined): Layer {
    return layer === this.#layers[0] ? this.#layers[1] : this.#layers[0]
  }

  /** Shows the next item of the loop that can be shown, or `first`. Items that cannot are passed over. */
  async #advance(first?: WallItem): Promise<void> {
    this.#turn += 1
    const turn = this.#turn
    clearTimeout(this.#timer)
    clearTimeout(this.#settle)
    let wanted = first ?? null
    for (let tries = 0; tries <= this.#items.length; tries += 1) {
      wanted ??= this.#choose()
      if (!wanted) break
      // oxlint-disable-next-line no-await-in-loop -- an item is tried after the one before has failed
      const failed = await this.#show(wanted, turn)
      if (turn !== this.#turn || !this.#running) return
      if (failed === null) return
      this.#skip(wanted, failed.reason)
      this.#last = { id: wanted.item_id, place: this.#items.indexOf(wanted) }
      wanted = null
    }
    this.#nothing()
  }

  /** Shows an item; returns why it could not be. */
  async #show(item: WallItem, turn: number): Promise<NotShown | null> {
    const ready = this.#prepared && isSame(this.#prepared.item, item) ? this.#prepared : this.#prepare(item)
    this.#prepared = null
    const failed = await ready.done
    if (turn !== this.#turn) return null
    if (failed) return failed
    return this.#bringToFront(ready.layer, item, false, turn)
  }

  async #bringToFront(layer: Layer, item: WallItem, forCustomer: boolean, turn: number): Promise<NotShown | null> {
    layer.video.muted = this.#muted || this.#silenced
    try {
      if (!this.#paused) await layer.start(() => this.#onSilenced())
    } catch (error) {
      if (error instanceof NotShown) return error
      throw error
    }
    if (turn !== this.#turn) return null
    const before = this.#current?.layer ?? this.#waiting?.layer
    // An item that was ended by something else than its own end.
    this.#close('cut', 'stopped')
    this.#raise(layer, before)
    const own = layer.showsFilm ? null : this.#options.secondsOf(item) * 1000
    this.#current = { layer, item, forCustomer, started: Date.now(), left: own, since: performance.now() }
    this.#told.delete(item.item_id)
    if (!forCustomer)
      this.#last = { id: item.item_id, place: this.#items.findIndex((one) => one.item_id === item.item_id) }
    if (own !== null && !this.#paused) this.#timer = setTimeout(() => this.#onEnded(layer), own)
    this.#watch(layer)
    this.#tell()
    if (!forCustomer) this.#settle = setTimeout(() => this.#prepareNext(), this.#times.settle)
    return null
  }

  /** Puts a layer in front; between films it is a cut, with a picture the two blend. */
  #raise(layer: Layer, before: Layer | undefined): void {
    const other = this.#other(layer)
    layer.element.style.zIndex = '2'
    other.element.style.zIndex = '1'
    if (other.showsFilm) other.video.pause()
    const isCut = layer.showsFilm && (before?.showsFilm ?? true)
    if (isCut || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    layer.element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: this.#times.fade, easing: 'ease' })
  }

  #tell(): void {
    const { item, layer, forCustomer } = this.#current!
    const { next } = nextItem(this.#items, this.#last, this.#options.moment())
    this.#options.onShow({ item, video: layer.showsFilm ? layer.video : null, forCustomer, next })
  }

  #choose(): WallItem | null {
    if (!this.#options.isOpen()) return null
    const { next, skipped } = nextItem(this.#items, this.#last, this.#options.moment())
    for (const { item, reason } of skipped) this.#skip(item, reason)
    return next
  }

  #skip(item: WallItem, reason: PlayReason): void {
    if (reason === 'stopped') return
    if (this.#told.get(item.item_id) === reason) return
    this.#told.set(item.item_id, reason)
    const now = Date.now()
    this.#options.onPlayed({ item, outcome: 'skipped', reason, forCustomer: false, started: now, ended: now })
  }

  /** Loads an item on the layer that is not in front. */
  #prepare(item: WallItem) {
    const layer = this.#other(this.#current?.layer)
    const done = layer
      .prepare(item, sourcesOf(item, this.#options.keepsFiles))
      .then(() => null)
      .catch((error: unknown) => (error instanceof NotShown ? error : new NotShown('media')))
    return { layer, item, done }
  }

  #prepareNext(): void {
    if (!this.#current || this.#current.forCustomer || this.#waiting) return
    const { next } = nextItem(this.#items, this.#last, this.#options.moment())
    if (!next) return
    if (this.#prepared && isSame(this.#prepared.item, next)) return
    this.#prepared = this.#prepare(next)
  }

  #nothing(): void {
    this.#close('cut', 'stopped')
    this.#current = null
    this.#prepared = null
    this.#stopWatching()
    for (const layer of this.#layers) layer.clear()
    this.#options.onShow(null)
    this.#timer = setTimeout(() => void this.#advance(), this.#times.again)
  }

  /** Ends the present item in the proof of play. */
  #close(outcome: 'finished' | 'cut', reason: PlayReason): void {
    if (!this.#current || this.#current.started === 0) return
    const { item, forCustomer, started } = this.#current
    this.#current.started = 0
    this.#options.onPlayed({ item, outcome, reason, forCustomer, started, ended: Date.now() })
  }

  #onEnded(layer: Layer): void {
    if (this.#current?.layer !== layer) return
    if (this.#current.forCustomer) {
      this.#backToLoop('finished', '')
      return
    }
    this.#close('finished', '')
    void this.#advance()
  }

  #watch(layer: Layer): void {
    this.#stopWatching()
    if (layer.showsFilm) this.#stopWatching = watchProgress(layer.video, () => this.#onBroken(layer, 'stalled'))
  }

  /** A film that breaks off continues from its next source at the same second; without one it is over. */
  #onBroken(layer: Layer, reason: PlayReason): void {
    const current = this.#current
    if (current?.layer !== layer || !layer.showsFilm || current.started === 0) return
    this.#stopWatching()
    const rest = layer.left.slice(1)
    if (rest.length === 0) {
      this.#giveUp(current, reason)
      return
    }
    this.#turn += 1
    const turn = this.#turn
    const other = this.#other(layer)
    this.#prepared = null
    clearTimeout(this.#settle)
    const at = layer.video.currentTime
    void other
      .prepare(current.item, rest, { at })
      .then(async () => {
        if (turn !== this.#turn) return
        other.video.muted = this.#muted || this.#silenced
        await other.start(() => undefined)
        if (turn !== this.#turn) return
        this.#raise(other, layer)
        this.#current = { ...current, layer: other }
        this.#watch(other)
        this.#tell()
        this.#settle = setTimeout(() => this.#prepareNext(), this.#times.settle)
      })
      .catch(() => {
        if (turn === this.#turn) this.#giveUp(current, reason)
      })
  }

  #giveUp(current: Current, reason: PlayReason): void {
    const why = navigator.onLine ? reason : 'network'
    if (current.forCustomer) this.#backToLoop('cut', why)
    else {
      this.#close('cut', why)
      void this.#advance()
    }
  }

  async #showCustomer(customer: { id: string; item: WallItem }): Promise<void> {
    this.#turn += 1
    const turn = this.#turn
    clearTimeout(this.#settle)
    if (this.#current && !this.#current.forCustomer) this.#pauseLoop(this.#current)
    else if (this.#current) {
      // The still picture of the loop stands while the next film for a customer loads.
      this.#close('cut', 'stopped')
      this.#current = null
      if (this.#waiting) this.#raise(this.#waiting.layer, undefined)
    }
    this.#prepared = null
    // Another film for a customer replaces the one that plays; the loop keeps its layer.
    const layer = this.#waiting ? this.#other(this.#waiting.layer) : this.#layers[0]
    try {
      await layer.prepare(customer.item, sourcesOf(customer.item, this.#options.keepsFiles))
    } catch (error) {
      if (turn !== this.#turn) return
      const now = Date.now()
      const reason = error instanceof NotShown ? error.reason : 'media'
      this.#options.onPlayed({
        item: customer.item,
        outcome: 'skipped',
        reason,
        forCustomer: true,
        started: now,
        ended: now,
      })
      this.#backToLoop('cut', reason)
      return
    }
    if (turn !== this.#turn) return
    const failed = await this.#bringToFront(layer, customer.item, true, turn)
    if (failed && turn === this.#turn) this.#backToLoop('cut', failed.reason)
  }

  /** Holds the loop's item: its film plays on until the customer's has loaded, its time stands still. */
  #pauseLoop(current: Current): void {
    clearTimeout(this.#timer)
    const left = current.left === null ? null : Math.max(0, current.left - (performance.now() - current.since))
    this.#waiting = { ...current, left }
    // The loop's item is told when it has ended; the customer's film is no end of it.
    this.#current = null
    this.#stopWatching()
  }

  #backToLoop(outcome: 'finished' | 'cut', reason: PlayReason): void {
    this.#turn += 1
    const turn = this.#turn
    const ended = this.#current?.forCustomer ? this.#current.layer : null
    if (this.#current?.forCustomer) this.#close(outcome, reason)
    const id = this.#customer?.id
    this.#customer = null
    this.#current = null
    const held = this.#waiting
    this.#waiting = null
    if (id !== undefined) this.#options.onCustomerEnd(id)
    if (!held || (held.layer.showsFilm && held.layer.video.ended)) {
      if (held) this.#raise(held.layer, undefined)
      this.#current = held
      this.#close('finished', '')
      void this.#advance()
      return
    }
    void (async () => {
      try {
        held.layer.video.muted = this.#muted || this.#silenced
        await held.layer.start(() => undefined)
      } catch {
        if (turn === this.#turn) void this.#advance()
        return
      }
      if (turn !== this.#turn) return
      this.#raise(held.layer, ended ?? undefined)
      this.#current = { ...held, since: performance.now() }
      if (held.left !== null) this.#timer = setTimeout(() => this.#onEnded(held.layer), held.left)
      this.#watch(held.layer)
      this.#tell()
      this.#settle = setTimeout(() => this.#prepareNext(), this.#times.settle)
    })()
  }
}
