import HeadwayModel
import HeadwaySystem
import Testing

@Suite("GPUs that others use")
struct GPUMemoryTests {
  @Test("a GPU with too little free memory is busy; a line that isn't understood says nothing")
  func output() {
    let output = """
      0, 15000, 16384
      1, 8192, 16384
      2, 1024, 16384
      3, [N/A], [N/A]
      -1, 0, 5
      Failed to initialize NVML: Driver/library version mismatch
      """
    #expect(GPUMemory.busy(in: output, freePercent: 50) == [2])
    #expect(GPUMemory.busy(in: output, freePercent: 90) == [1, 2])
    #expect(GPUMemory.busy(in: "", freePercent: 90).isEmpty)
  }

  @Test("indices are written with commas, each once")
  func indices() {
    #expect(GPUChoice.indices("2,0") == [0, 2])
    for text in ["", "0,", "0,0", "-1", "GPU-1234", "0-2", "9999", "0 1"] {
      #expect(GPUChoice.indices(text) == nil, "\(text)")
    }
    #expect(ResourceNeed("gpu=0.5")?.share == 500 && ResourceNeed("gpu=2")?.share == 1000)
    for text in ["gpu=0.0", "gpu=1.5", "gpu=.", "licence=0.5"] {
      #expect(ResourceNeed(text) == nil, "\(text)")
    }
  }
}
