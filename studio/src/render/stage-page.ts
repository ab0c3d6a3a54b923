import { ACESFilmicToneMapping, HalfFloatType, PCFShadowMap, WebGLRenderer, WebGLRenderTarget } from 'three'
import { EffectComposer } from 'three/examples/jsm/postprocessing/EffectComposer.js'
import { FXAAPass } from 'three/examples/jsm/postprocessing/FXAAPass.js'
import { OutputPass } from 'three/examples/jsm/postprocessing/OutputPass.js'
import { RenderPass } from 'three/examples/jsm/postprocessing/RenderPass.js'
import type { Rig } from '../kit/rig.ts'
import { environment } from '../kit/stage.ts'
import { filmSet, lookOf, type FilmSet } from '../scene/set.ts'
import type { SceneFile, Shot } from '../scene/scene.format.ts'

/** A film in a browser: draws any of its moments into a canvas. The renderer, the stills and the preview use it. */

const rigs = import.meta.glob<{ rig: Rig }>(['../rigs/*.ts', '!../rigs/*.test.ts'])

export interface FilmOrder extends Shot {
  rig: string
  look: SceneFile['look']
  duration: number
  width: number
  height: number
}

export interface StagedFilm {
  canvas: HTMLCanvasElement
  set: FilmSet
  rig: Rig
  draw(time: number): void
}

export async function stageFilm(order: FilmOrder): Promise<StagedFilm> {
  const load = rigs[`../rigs/${order.rig}.ts`]
  if (!load) throw new Error(`there is no rig ${order.rig}`)
  const { rig } = await load()
  const set = filmSet(rig, order, order.look)
  const look = lookOf(order.look)

  const canvas = document.createElement('canvas')
  const renderer = new WebGLRenderer({ canvas, antialias: false, preserveDrawingBuffer: true })
  renderer.setPixelRatio(1)
  renderer.setSize(order.width, order.height, false)
  renderer.toneMapping = ACESFilmicToneMapping
  renderer.toneMappingExposure = look.exposure
  renderer.shadowMap.enabled = true
  renderer.shadowMap.type = PCFShadowMap
  renderer.localClippingEnabled = true
  set.scene.environment = environment(renderer)
  set.scene.environmentIntensity = look.environment

  // FXAA after tone mapping: as good as four samples a pixel in software rendering, at a third of the time.
  const target = new WebGLRenderTarget(order.width, order.height, { type: HalfFloatType })
  const composer = new EffectComposer(renderer, target)
  composer.setPixelRatio(1)
  composer.setSize(order.width, order.height)
  composer.addPass(new RenderPass(set.scene, set.camera))
  composer.addPass(new OutputPass())
  composer.addPass(new FXAAPass())
  return {
    canvas,
    set,
    rig,
    draw(time) {
      set.pose(time)
      composer.render()
    },
  }
}
